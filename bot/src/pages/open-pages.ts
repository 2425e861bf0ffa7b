import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PageAssets, renderHtml } from '../../../src/report/render-html.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type PageLinks, pagesPath } from './page-link.ts';

export interface Pages {
  /** @returns false when the address is none of a page, and nothing was answered */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** The report pages: the newest verdict of a run, with every series, for whoever was given its link. */
export function openPages(
  links: PageLinks,
  ledger: Pick<Ledger, 'readVerdicts'>,
  readAssets: () => PageAssets,
): Pages {
  let assets: PageAssets | undefined;
  return {
    answer: async (request, response) => {
      const path = request.url?.split('?', 1)[0] ?? '';
      if (!path.startsWith(pagesPath)) return false;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        say(response, 405, 'only GET\n');
        return true;
      }
      const key = links.read(path);
      const kept = key === undefined ? [] : ledger.readVerdicts(key);
      const newest = kept.at(-1);
      if (newest === undefined) {
        say(response, 404, 'there is no such report, or it is kept no longer\n');
        return true;
      }
      const page = renderHtml(newest.verdict, (assets ??= readAssets()));
      response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' });
      response.end(page);
      return true;
    },
  };
}

/** The link is what lets a reader in: it goes to no other site, no index and no cache on the way. */
const headers = {
  'cache-control': 'private, no-cache',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
};

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}
