import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiProblem } from '../../explorer/door/api-problem.ts';
import { isLocal } from '../../explorer/door/is-local.ts';
import { openExplorer } from '../../explorer/door/open-explorer.ts';
import { seesAll } from '../../explorer/readers/reader.ts';
import type { StoreChoice } from '../../explorer/explorer-process.ts';

const mostConnections = 64;

export interface LocalDashboard {
  /** With the token that opens it: whoever knows it may read. */
  url: string;
  close(): Promise<void>;
}

/**
 * The dashboard at a free port of 127.0.0.1, for whoever started it. Others on the same machine can connect to the
 * port too, so it takes a token, which a cookie keeps from then on.
 */
export async function serveLocally(
  store: StoreChoice,
  report: (defect: unknown) => void,
): Promise<LocalDashboard> {
  const token = randomBytes(24).toString('base64url');
  let cookie = '';
  const door = openExplorer({
    store,
    report,
    admit: async (request) => {
      if (!isLocal(request)) throw new ApiProblem(421, 'Ask 127.0.0.1 for it.');
      const own = (request.headers.cookie ?? '').split(/; */);
      if (own.some((one) => isEqual(one, cookie))) return seesAll;
      throw new ApiProblem(401, 'Open the address that `perigee open` printed, with its token.');
    },
  });
  const server = createServer((request, response) => {
    if (enter(request, response)) return;
    void door.answer(request, response).then((isOurs) => {
      if (!isOurs) response.writeHead(404).end();
    });
  });
  server.maxConnections = mostConnections;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Cookies do not know ports: two dashboards at once have two names.
  cookie = `perigee-${port}=${token}`;
  return {
    url: `http://127.0.0.1:${port}/?token=${token}`,
    close: async () => {
      door.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  /** Keeps the token in a cookie and out of the address, where a screenshot would show it. */
  function enter(request: IncomingMessage, response: ServerResponse): boolean {
    const [, given] = /^\/\?token=([\w-]{1,64})$/.exec(request.url ?? '') ?? [];
    if (given === undefined || !isLocal(request) || !isEqual(given, token)) return false;
    const flags = 'Path=/; HttpOnly; SameSite=Strict';
    response.writeHead(303, {
      location: '/',
      'set-cookie': `${cookie}; ${flags}`,
      'cache-control': 'no-store',
    });
    response.end();
    return true;
  }
}

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
