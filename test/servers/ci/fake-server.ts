import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface FakeRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** What it answers. `cutAt`: the connection breaks off after so many bytes of the body. */
export interface FakeAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  bytes?: Buffer;
  cutAt?: number;
}

/** A server on a free port, as long as the test runs. @returns its address */
export async function startFakeServer(
  respond: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', `http://${request.headers.host ?? 'nowhere'}`);
      const { method = '', headers } = request;
      const body = await readJson(request);
      const answer = await Promise.resolve({ method, url, headers, body })
        .then(respond)
        // Nobody has to wait for an answer that does not come.
        .catch((error: unknown): FakeAnswer => ({ status: 418, body: String(error) }));
      const { status, bytes, cutAt } = answer;
      const content =
        bytes ?? Buffer.from(answer.body === undefined ? '' : JSON.stringify(answer.body));
      response.writeHead(status, {
        'content-type': bytes === undefined ? 'application/json' : 'application/octet-stream',
        'content-length': String(content.length),
        ...answer.headers,
      });
      if (cutAt === undefined) response.end(content);
      else response.write(content.subarray(0, cutAt), () => response.destroy());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}
