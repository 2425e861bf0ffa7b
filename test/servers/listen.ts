import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** JSON; an empty body where it is absent. */
  body?: unknown;
  /** What is no JSON. */
  bytes?: Buffer;
  /** The connection breaks off after so many bytes of the body. */
  cutAt?: number;
}

export interface Listener {
  url: string;
  close: () => Promise<void>;
}

/** A server on a free port of this machine. A handler that fails answers 418, so that nobody waits. */
export async function listen(
  handle: (request: IncomingMessage) => Promise<Answer>,
): Promise<Listener> {
  const server = createServer((request, response) => {
    void handle(request)
      .catch((error: unknown): Answer => ({ status: 418, body: String(error) }))
      .then((answer) => send(response, answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? undefined : JSON.parse(text);
}

function send(response: ServerResponse, answer: Answer): void {
  const { status, headers, body, bytes, cutAt } = answer;
  const content = bytes ?? Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const type = bytes === undefined ? 'application/json; charset=utf-8' : 'application/octet-stream';
  const length = status === 204 ? {} : { 'content-length': String(content.length) };
  response.writeHead(status, { 'content-type': type, ...length, ...headers });
  if (cutAt !== undefined) response.write(content.subarray(0, cutAt), () => response.destroy());
  else response.end(status === 204 ? undefined : content);
}
