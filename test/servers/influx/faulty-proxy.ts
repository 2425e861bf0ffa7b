import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as send,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** What happens to a request instead of, or after, what the server makes of it. */
export type Fault =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  /** The connection ends before the server gets it. */
  | { kind: 'lost' }
  /** The server gets it and stores it; its answer is cut before the first byte. */
  | { kind: 'cut' }
  /** The same, in the middle of the answer. */
  | { kind: 'torn' }
  /** Nobody answers. */
  | { kind: 'silence' };

/** Decides by the text that is sent, and how many such requests came before. */
export type ChooseFault = (body: string, number: number) => Fault | undefined;

export interface FaultyProxy {
  readonly url: string;
  /**
   * From now on, and counting from 0 again.
   * @param which requests, by their path; those that write by themselves
   */
  choose: (fault: ChooseFault, which?: RegExp) => void;
  /** Such requests since then. */
  written: () => number;
  close: () => Promise<void>;
}

const writes = /^\/api\/v2\/write/;
export const allRequests = /^/;

/** Stands before a real server and spoils some requests; all else goes through. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let chosen: ChooseFault = () => undefined;
  let chosenPaths = writes;
  let written = 0;
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    choose(fault, which = writes) {
      chosen = fault;
      chosenPaths = which;
      written = 0;
    },
    written: () => written,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await incoming.toArray());
    const isChosen = chosenPaths.test(incoming.url ?? '');
    const fault = isChosen ? chosen(readText(incoming, body), written) : undefined;
    if (isChosen) written += 1;
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'lost') {
      outgoing.destroy();
      return;
    }
    if (fault?.kind === 'answer') {
      outgoing.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    const { method, headers } = incoming;
    const onward = send(`${target}${incoming.url}`, { method, headers });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    if (fault?.kind === 'cut' || fault?.kind === 'torn') {
      const content = Buffer.concat(await answer.toArray());
      if (fault.kind === 'torn') await sendHalf(answer, content, outgoing);
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  }
}

/** Of an answer without a body, half of its first line. */
async function sendHalf(
  { statusCode = 500, statusMessage = '' }: IncomingMessage,
  content: Buffer,
  { socket }: ServerResponse,
): Promise<void> {
  const line = `HTTP/1.1 ${statusCode} ${statusMessage}`;
  const head = `${line}\r\ncontent-type: application/json\r\ncontent-length: ${content.length}\r\n\r\n`;
  const whole =
    content.length === 0 ? Buffer.from(line) : Buffer.concat([Buffer.from(head), content]);
  const bytes = content.length === 0 ? line.length / 2 : head.length + content.length / 2;
  await new Promise<void>((resolve) => {
    if (socket === null) resolve();
    else socket.write(whole.subarray(0, Math.floor(bytes)), () => resolve());
  });
}

function readText({ headers }: IncomingMessage, body: Buffer): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
}
