import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiProblem } from '../../web/api/http/api-problem.ts';
import { isLocal } from '../../web/api/http/is-local.ts';
import { isPage, openExplorer } from '../../web/api/http/open-explorer.ts';
import { seesAll } from '../../web/api/readers/reader.ts';
import type { ExplorerTask, StoreChoice } from '../../web/api/explorer-process.ts';
import type { GatheredRuns } from './gather-runs.ts';

const mostConnections = 64;

export interface LocalDashboard {
  /**
   * An address with a token that opens the dashboard once: the arguments of a browser's program are no secret, and
   * who finds them later finds nothing.
   * @param entered called when it was opened
   */
  makeUrl(this: void, entered?: () => void): string;
  close(): Promise<void>;
}

export interface LocalSource {
  store: StoreChoice;
  /** A folder for levels that were worked out; without one they are worked out again after each start. */
  keptIn?: string;
  /** The budgets in perigee.yml of the folder, as it is now. */
  readBudgets?: () => Promise<ExplorerTask['budgets']>;
  /** Set if the store holds runs of this machine. */
  runs?: GatheredRuns;
}

/** How old an answer about the folder of runs may be. */
const lookAgainMs = 2_000;

/**
 * Serves the dashboard to its user at a free port of 127.0.0.1. Others on the same machine can connect to the port too,
 * so it takes a token, and gives a cookie for it.
 */
export async function serveLocally(
  { keptIn, readBudgets, runs, store }: LocalSource,
  report: (defect: unknown) => void,
): Promise<LocalDashboard> {
  /** The unused tokens, each with what to do when it is used. */
  const tokens = new Map<string, (() => void) | undefined>();
  let cookie = '';
  const isKnown = ({ headers }: IncomingMessage): boolean =>
    (headers.cookie ?? '').split(/; */).some((one) => isEqual(one, cookie));
  const door = openExplorer({
    ...(readBudgets === undefined ? {} : { readBudgets }),
    ...(keptIn === undefined ? {} : { keptIn }),
    store,
    report,
    admit: async (request) => {
      if (!isLocal(request)) throw new ApiProblem(421, 'Ask 127.0.0.1 for it.');
      if (isKnown(request)) return seesAll;
      throw new ApiProblem(
        401,
        'Open the address that `perigee open` printed last: each works once.',
      );
    },
  });
  let looked = { atMs: performance.now(), done: Promise.resolve() };
  const server = createServer((request, response) => {
    if (enter(request, response) || answerReport(request, response)) return;
    void look()
      .then(() => door.answer(request, response))
      .then((isOurs) => {
        if (!isOurs) response.writeHead(404).end();
      });
  });
  server.maxConnections = mostConnections;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Cookies do not know ports: two dashboards at once have two names.
  cookie = `perigee-${port}=${makeSecret()}`;
  return {
    makeUrl: (entered) => {
      const token = makeSecret();
      tokens.set(token, entered);
      return `http://127.0.0.1:${port}/?token=${token}`;
    },
    close: async () => {
      door.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  /** New runs, before anything is answered. */
  function look(): Promise<void> {
    if (runs !== undefined && performance.now() - looked.atMs > lookAgainMs) {
      const done = looked.done.then(() => runs.gather()).then(() => undefined, report);
      looked = { atMs: performance.now(), done };
    }
    return looked.done;
  }

  /** The page says itself what it may load; it may not read what the dashboard reads. */
  function answerReport(request: IncomingMessage, response: ServerResponse): boolean {
    const [pathname, query] = (request.url ?? '').split('?', 2);
    if (pathname !== '/report' || !isLocal(request) || !isKnown(request)) return false;
    const page = runs?.findReport(new URLSearchParams(query).get('run') ?? '');
    if (page === undefined) return false;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "sandbox allow-scripts allow-popups; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    response.end(page);
    return true;
  }

  /** Gives a cookie for the token of any page, goes on to that page, and takes it out of the address, where a screenshot would show it. */
  function enter(request: IncomingMessage, response: ServerResponse): boolean {
    const [path = '/', text] = (request.url ?? '').split('?', 2);
    const query = new URLSearchParams(text);
    const given = query.get('token');
    // A browser reads what follows two slashes as a host, and a backslash as a slash.
    const isOurs = isPage(path) && !/^\/[/\\]/.test(path);
    if (given === null || !isOurs || !isLocal(request) || !tokens.has(given)) return false;
    query.delete('token');
    const rest = query.size === 0 ? '' : `?${query}`;
    const entered = tokens.get(given);
    tokens.delete(given);
    const flags = 'Path=/; HttpOnly; SameSite=Strict';
    response.writeHead(303, {
      location: `${path}${rest}`,
      'set-cookie': `${cookie}; ${flags}`,
      'cache-control': 'no-store',
    });
    response.end();
    entered?.();
    return true;
  }
}

function makeSecret(): string {
  return randomBytes(24).toString('base64url');
}

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
