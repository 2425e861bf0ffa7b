import { once } from 'node:events';
import { type IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Answer, listen, readBody } from '../listen.ts';

export interface FakeRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** A server on a free port, as long as the test runs. @returns its address */
export async function startFakeServer(
  respond: (request: FakeRequest) => Answer | Promise<Answer>,
): Promise<string> {
  const { close, url: origin } = await listen(async (request) => {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', `http://${headers.host ?? 'nowhere'}`);
    return respond({ method, url, headers, body: await readBody(request) });
  });
  onTestFinished(close);
  return origin;
}

/** Lets a server answer on a free port, as long as the test runs. @returns the port */
export async function listenUntilEnd(server: TcpServer): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    if (server instanceof Server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
