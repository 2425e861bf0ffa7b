import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/series/influx/connect.ts';

test('a signal that outlives many writes holds nothing of them', async () => {
  const connection = await connectTo((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  const { signal } = new AbortController();
  for (let i = 0; i < 20; i++) await connection.write(`m v=${i}`, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a write that is under way ends with its signal, and says why', async () => {
  const controller = new AbortController();
  const connection = await connectTo((request) => {
    request.resume();
    controller.abort(new Error('the service ends'));
  });
  await expect(connection.write('m v=1', controller.signal)).rejects.toThrow('the service ends');
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});

async function connectTo(answer: RequestListener) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return connect({ url, token: 'token', organisation: 'acme', bucket: 'perigee' });
}
