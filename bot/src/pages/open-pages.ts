import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGunzip } from 'node:zlib';
import { isKnown, takesGzip } from '../../../src/web/api/http/read-request.ts';
import type { Readers } from '../../../src/settings/readers/readers.ts';
import type { Logger } from '../../../src/logging/logger.ts';
import { createSizedCache } from '../../../src/async/sized-cache.ts';
import type { KeptVerdicts, NewestVerdict } from '../ledger/verdicts.ts';
import type { RunKey } from '../ledger/ledger.ts';
import { type PageLinks, pagesPath } from './page-link.ts';

export interface Pages {
  /** @returns false when the address is none of a page, and nothing was answered */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export interface PagePorts {
  links: PageLinks;
  ledger: KeptVerdicts;
  readers: Pick<Readers, 'renderPage'>;
  logger: Logger;
  nowMs(): number;
}

/** Room for pages as they are sent, compressed. */
const mostKeptBytes = 16 * 1024 * 1024;
/** Pages that are rendered or wait: a reader of another one has to come again. */
const mostWaiting = 8;
const busyForMs = 5_000;
/** Until a page that failed is tried again: its readers cost no more of our time. */
const failedForMs = 600_000;
const mostFailed = 1_000;

/** The report pages: the newest verdict of a run, with every series, for anyone with its link. */
export function openPages({ links, ledger, readers, logger, nowMs }: PagePorts): Pages {
  const kept = createSizedCache<Uint8Array>(mostKeptBytes);
  /** When each can be tried again. */
  const failed = createSizedCache<number>(mostFailed);
  const making = new Map<string, Promise<Uint8Array | undefined>>();
  // The next version of this program may make other pages of the same verdicts.
  const salt = randomBytes(8).toString('hex');

  /** @returns undefined when too many others are wanted, or when it could not be made */
  const make = (tag: string, key: RunKey, newest: NewestVerdict) => {
    const known = making.get(tag);
    if (known !== undefined) return known;
    const packed = making.size < mostWaiting ? ledger.readPacked(newest) : undefined;
    if (packed === undefined) return undefined;
    const made = readers.renderPage(packed).then(
      (page) => {
        kept.keep(tag, page, page.length);
        return page;
      },
      (error: unknown) => {
        failed.keep(tag, nowMs() + failedForMs, 1);
        const why = error instanceof Error ? error.message : String(error);
        logger.log('warn', 'a page of a report could not be made', { ...key, why });
        return undefined;
      },
    );
    making.set(tag, made);
    void made.then(() => making.delete(tag));
    return made;
  };
  return {
    answer: async (request, response) => {
      const path = request.url?.split('?', 1)[0] ?? '';
      if (!path.startsWith(pagesPath)) return false;
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        answerText(response, 405, 'only GET\n');
        return true;
      }
      const key = links.read(path);
      const newest = key && ledger.findNewest(key);
      if (key === undefined || newest === undefined) {
        answerText(response, 404, 'there is no such report, or it is kept no longer\n');
        return true;
      }
      const tag = writeTag(salt, key, newest);
      if (isKnown(request.headers['if-none-match'], tag)) {
        response.writeHead(304, { ...headers, etag: tag }).end();
        return true;
      }
      if (request.method === 'HEAD') {
        response.writeHead(200, { ...headers, 'content-type': html, etag: tag }).end();
        return true;
      }
      const isFailed = (): boolean => (failed.find(tag) ?? 0) > nowMs();
      const page = kept.find(tag) ?? (isFailed() ? undefined : await make(tag, key, newest));
      if (page !== undefined) send(request, response, page, tag);
      else if (isFailed()) refuse(response, 'this page could not be rendered', failedForMs);
      else refuse(response, 'too many pages are requested at once', busyForMs);
      return true;
    },
  };
}

const html = 'text/html; charset=utf-8';

/** The link is what lets a reader in: it goes to no other site, no index and no cache on the way. */
const headers = {
  'cache-control': 'private, no-cache',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};

function writeTag(salt: string, key: RunKey, { attempt, atMs, basis }: NewestVerdict): string {
  const what = [salt, key.repositoryId, key.suite, key.runId, attempt, atMs, basis ?? null];
  const digest = createHash('sha256').update(JSON.stringify(what)).digest('base64url');
  return `W/"${digest.slice(0, 22)}"`;
}

/** Nothing is copied for a reader who is slow: all of them read the same bytes. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  page: Uint8Array,
  etag: string,
): void {
  const all = { ...headers, 'content-type': html, etag };
  if (takesGzip(request.headers['accept-encoding'])) {
    const encoded = { 'content-encoding': 'gzip', 'content-length': page.length };
    response.writeHead(200, { ...all, ...encoded }).end(page);
    return;
  }
  response.writeHead(200, all);
  const unpacked = createGunzip();
  response.once('close', () => unpacked.destroy());
  unpacked.pipe(response);
  unpacked.end(page);
}

function refuse(response: ServerResponse, why: string, retryAfterMs: number): void {
  answerText(response, 503, `${why}; try again later\n`, {
    'retry-after': String(retryAfterMs / 1000),
  });
}

function answerText(
  response: ServerResponse,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): void {
  const plain = { 'content-type': 'text/plain; charset=utf-8' };
  response.writeHead(status, { ...headers, ...plain, ...more });
  response.end(text);
}
