import { within } from '../../async/within.ts';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { UserError } from '../../contract/user-error.ts';
import { createBoundedServer, type ServerLimits, usualLimits } from './bounded-server.ts';

export interface HealthPorts {
  /** Resolves to what is wrong; empty when work can be taken. */
  listObstacles(): Promise<string[]>;
  /** Undefined while it is alive; otherwise one line on why it should be restarted. */
  findStandstill(): string | undefined;
  /** Brings up to date what metrics do not know by themselves. */
  measure(): Promise<void>;
  renderMetrics(): string;
  /** While it does, the other addresses do not exist yet: clients have to come again. */
  isStarting?(): boolean;
  /** Others' addresses on the same port. @returns false when the address is none of theirs */
  answer?(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

export interface HealthServer {
  /** `http://host:port` */
  readonly url: string;
  close(): Promise<void>;
}

/** Logs and stores are asked no more often, however many ask us. */
const asked = { forMs: 1_000, withinMs: 10_000, clockMs: () => performance.now() };

/**
 * `/healthz` (alive), `/readyz` (can reach what it needs), `/metrics` (Prometheus).
 * @throws UserError when the address cannot be listened at
 */
export async function startHealthServer(
  { host, port }: { host: string; port: number },
  ports: HealthPorts,
  limits: ServerLimits = usualLimits,
): Promise<HealthServer> {
  const shared: HealthPorts = {
    ...ports,
    listObstacles: shareAnswer(() => ports.listObstacles(), asked),
    measure: shareAnswer(() => ports.measure(), asked),
  };
  const server = createBoundedServer((request, response) => {
    void answer(request, response, shared).catch(() => {
      if (!response.headersSent) send(response, 500, 'this could not be answered\n');
    });
  }, limits);
  server.listen(port, host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new UserError({
      where: 'listen',
      seen: `${host}:${port} cannot be listened at (${(cause as NodeJS.ErrnoException).code})`,
      expected: 'an address of this host that nothing else has',
      remedy:
        'end what listens there (another `perigee serve`?), or set listen in perigee-service.yml, or PERIGEE_LISTEN',
      cause,
    });
  });
  return { url: describeAddress(server), close: () => close(server) };
}

const ownPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  ports: HealthPorts,
): Promise<void> {
  if (await ports.answer?.(request, response)) return;
  const { method = '', url = '' } = request;
  const path = url.split('?', 1)[0] ?? '';
  if (ports.isStarting?.() === true && !ownPaths.has(path)) {
    send(response, 503, 'it starts\n');
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    send(response, 405, 'only GET\n');
    return;
  }
  switch (path) {
    case '/healthz': {
      const standstill = ports.findStandstill();
      send(response, standstill === undefined ? 200 : 503, `${standstill ?? 'ok'}\n`);
      return;
    }
    case '/readyz': {
      const obstacles = await ports
        .listObstacles()
        .catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
      const text = obstacles.length === 0 ? 'ready' : obstacles.join('\n');
      send(response, obstacles.length === 0 ? 200 : 503, `${text}\n`);
      return;
    }
    case '/metrics': {
      await ports.measure();
      send(response, 200, ports.renderMetrics(), 'text/plain; version=0.0.4');
      return;
    }
    default: {
      send(response, 404, 'there are /healthz, /readyz and /metrics\n');
      return;
    }
  }
}

function send(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
  });
  response.end(text);
}

function describeAddress(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') return String(address);
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

interface ShareOptions {
  /** An answer is good for as long. */
  forMs: number;
  /** The limit for an answer. */
  withinMs: number;
  /** Goes forward only. */
  clockMs(): number;
}

/**
 * However many ask at once, it is asked once: brokers and stores pay for each question.
 * @returns what asks; it throws where there is no answer in time
 */
export function shareAnswer<T>(
  ask: () => Promise<T>,
  { forMs, withinMs, clockMs }: ShareOptions,
): () => Promise<T> {
  let last: { answer: Promise<T>; endedMs: number } | undefined;
  const begin = (): Promise<T> => {
    const made = { answer: within(withinMs, ask()), endedMs: Infinity };
    const end = (): void => void (made.endedMs = clockMs());
    made.answer.then(end, end);
    last = made;
    return made.answer;
  };
  return () => (last !== undefined && clockMs() - last.endedMs < forMs ? last.answer : begin());
}
