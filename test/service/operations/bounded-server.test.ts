import type { RequestListener, Server } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import {
  createBoundedServer,
  type ServerLimits,
  usualLimits,
} from '../../../src/service/operations/bounded-server.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';
import { openSocket, writeHead } from './raw-socket.ts';

async function serve(
  answer: RequestListener,
  limits: Partial<ServerLimits> = {},
): Promise<{ server: Server; port: number }> {
  const server = createBoundedServer(answer, { ...usualLimits, ...limits });
  return { server, port: await listenUntilEnd(server) };
}

const sayOk: RequestListener = (_request, response) => void response.end('ok');
const countOpen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

test('Node checks both times in an order that makes sense, and every second', async () => {
  const { server } = await serve(sayOk);
  expect(server.requestTimeout).toBeGreaterThanOrEqual(server.headersTimeout);
  expect(Reflect.get(server, 'connectionsCheckingInterval')).toBe(1000);
});

test('who connects and says nothing, or says its head by letters, is cut', async () => {
  const { port } = await serve(sayOk, { headMs: 500, requestMs: 1_000 });
  const silent = await openSocket(port);
  const slow = await openSocket(port);
  const letters = setInterval(() => slow.socket.write('a'), 50);
  onTestFinished(() => clearInterval(letters));
  slow.socket.write('GET / HTTP/1.1\r\nhost: perigee\r\nx-');
  await Promise.all([silent.ended, slow.ended]);
  expect(slow.text).toMatch(/^HTTP\/1.1 408 /);
});

test('whoever asks is served, however many connections say nothing', async () => {
  const { port, server } = await serve(sayOk, { connections: 20 });
  const silent = await Promise.all(Array.from({ length: 60 }, () => openSocket(port)));
  for (let i = 0; i < 20; i += 1) {
    const asking = await openSocket(port);
    asking.socket.write(writeHead('GET /', {}));
    await asking.until('ok');
  }
  expect(await countOpen(server)).toBeLessThanOrEqual(20);
  expect(silent.filter(({ socket }) => socket.destroyed).length).toBeGreaterThanOrEqual(40);
});

test('where all connections wait for their answers, the newest is turned away and none of the others', async () => {
  const waiting: (() => void)[] = [];
  const { port } = await serve(
    (_request, response) => {
      waiting.push(() => response.end('ok'));
    },
    { connections: 3 },
  );
  const working = await Promise.all([1, 2, 3].map(() => openSocket(port)));
  for (const each of working) each.socket.write(writeHead('GET /', {}));
  await expect.poll(() => waiting.length).toBe(3);
  const newest = await openSocket(port);
  await newest.ended;
  waiting.forEach((answer) => answer());
  await Promise.all(working.map((each) => each.until('ok')));
});

test('whoever asks is served, however many others stop in the middle of a body', async () => {
  const { port, server } = await serve(
    (request, response) => {
      request.resume().once('end', () => response.end('ok'));
    },
    { connections: 20 },
  );
  const stall = async () => {
    const stalled = await openSocket(port);
    stalled.socket.write(`${writeHead('POST /', { 'content-length': 9 })}half`);
    return stalled;
  };
  const stalled = [];
  for (let i = 0; i < 40; i += 1) stalled.push(await stall());
  for (let i = 0; i < 20; i += 1) {
    const asking = await openSocket(port);
    stalled.push(await stall());
    asking.socket.write(`${writeHead('POST /', { 'content-length': 4 })}body`);
    await asking.until('ok');
  }
  expect(await countOpen(server)).toBeLessThanOrEqual(20);
  expect(stalled.filter(({ socket }) => socket.destroyed).length).toBeGreaterThanOrEqual(40);
});

test('whose body has come is not cut, however long the answer takes and however many stop', async () => {
  const waiting: (() => void)[] = [];
  const { port } = await serve(
    (request, response) => {
      request.resume().once('end', () => waiting.push(() => response.end('ok')));
    },
    { connections: 3 },
  );
  const working = await Promise.all([1, 2].map(() => openSocket(port)));
  for (const { socket } of working) {
    socket.write(`${writeHead('POST /', { 'content-length': 4 })}body`);
  }
  await expect.poll(() => waiting.length).toBe(2);
  for (let i = 0; i < 10; i += 1) {
    const { socket } = await openSocket(port);
    socket.write(writeHead('POST /', { 'content-length': 9 }));
  }
  waiting.forEach((answer) => answer());
  await Promise.all(working.map((each) => each.until('ok')));
});

test('who asks a thousand times without reading an answer is cut', async () => {
  let asked = 0;
  const { port } = await serve(() => void (asked += 1));
  const impatient = await openSocket(port);
  impatient.socket.write(writeHead('GET /readyz', {}).repeat(1_000));
  await impatient.ended;
  expect(asked).toBe(usualLimits.atOnce);
});

test('who never reads the answer holds it no longer than an exchange may take', async () => {
  const large = Buffer.alloc(64 * 1024 * 1024);
  let closed = 0;
  const { port, server } = await serve(
    (_request, response) => {
      response.once('close', () => (closed += 1));
      response.end(large);
    },
    { exchangeMs: 500 },
  );
  const deaf = await openSocket(port, false);
  deaf.socket.write(writeHead('GET /', {}));
  await expect.poll(() => closed).toBe(1);
  await expect.poll(() => countOpen(server)).toBe(0);
});

test.each([
  ['too large', { 'x-large': 'a'.repeat(20_000) }],
  ['of too many headers', Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x${i}`, 1]))],
])('a head that is %s is refused', async (_what, headers) => {
  const { port } = await serve(sayOk);
  const forger = await openSocket(port);
  forger.socket.write(writeHead('GET /', headers));
  await forger.ended;
  expect(forger.text).toMatch(/^HTTP\/1.1 431 /);
});

test('tunnels are not made, upgrades are not taken, and whoever asks first whether to go on waits for the answer', async () => {
  const { port } = await serve((request, response) => {
    response.statusCode = request.method === 'GET' ? 200 : 405;
    response.end('done');
  });
  const tunnel = await openSocket(port);
  tunnel.socket.write(writeHead('CONNECT 10.0.0.1:22', {}));
  await tunnel.ended;
  expect(tunnel.text).not.toMatch(/^HTTP\/1.1 2/);
  const upgrade = await openSocket(port);
  upgrade.socket.write(writeHead('GET /', { connection: 'Upgrade', upgrade: 'websocket' }));
  await upgrade.until('done');
  expect(upgrade.text).toMatch(/^HTTP\/1.1 200 /);
  const polite = await openSocket(port);
  polite.socket.write(writeHead('PUT /', { expect: '100-continue', 'content-length': 9 }));
  await polite.until('done');
  expect(polite.text).toMatch(/^HTTP\/1.1 405 /);
});
