import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** What happens to a request to write instead of, or after, what the server makes of it. */
export type Fault =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  /** The server gets it and stores it; its answer is cut. */
  | { kind: 'cut' }
  /** Nobody answers. */
  | { kind: 'silence' };

/** Decides by the text that is to be written, and how many requests to write came before. */
export type ChooseFault = (body: string, number: number) => Fault | undefined;

export interface FaultyProxy {
  readonly url: string;
  /** From now on, and counting from 0 again. */
  choose: (fault: ChooseFault) => void;
  /** Requests to write since then. */
  written: () => number;
  close: () => Promise<void>;
}

/** Stands before a real server and spoils requests to write; all else goes through. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let chosen: ChooseFault = () => undefined;
  let writes = 0;
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    choose(fault) {
      chosen = fault;
      writes = 0;
    },
    written: () => writes,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const isWrite = incoming.url?.startsWith('/api/v2/write') === true;
    const fault = isWrite ? chosen(readText(incoming, body), writes) : undefined;
    if (isWrite) writes += 1;
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'answer') {
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    const { method, headers } = incoming;
    const onward = send(`${target}${incoming.url}`, { method, headers });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    if (fault?.kind === 'cut') {
      answer.resume();
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  }
}

function readText({ headers }: IncomingMessage, body: Buffer): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
}
