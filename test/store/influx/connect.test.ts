import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { spawn } from 'node:child_process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connect } from '../../../src/store/influx/connect.ts';
import { StoreUnavailable } from '../../../src/store/series-store.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';

test('a signal that outlives many writes holds nothing of them', async () => {
  const connection = await connectTo((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  const { signal } = new AbortController();
  for (let i = 0; i < 20; i++) await connection.write([`m v=${i}`], signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('a write that is under way ends with its signal, and says why', async () => {
  const controller = new AbortController();
  const connection = await connectTo((request) => {
    request.resume();
    controller.abort(new Error('the service ends'));
  });
  await expect(connection.write(['m v=1'], controller.signal)).rejects.toThrow('the service ends');
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});

test('an address that sends elsewhere is no InfluxDB: the token does not go there', async () => {
  const tokens: (string | undefined)[] = [];
  const connection = await connectTo((request, response) => {
    tokens.push(request.headers.authorization);
    request.resume();
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const { signal } = new AbortController();
  await expect(connection.write(['m v=1'], signal)).rejects.toThrow(
    /InfluxDB bucket perigee .* 307/,
  );
  expect(tokens).toHaveLength(1);
});

test('an answer that is no 204 is not taken for lines that are stored', async () => {
  const connection = await connectTo((request, response) => {
    request.resume();
    response.end('<p>Please log in</p>');
  });
  const { signal } = new AbortController();
  const wanted = /InfluxDB bucket perigee .* 204 HTTP response status code expected, but 200/;
  await expect(connection.write(['m v=1'], signal)).rejects.toThrow(wanted);
});

test('an answer that is no JSON, though it says so, is worth another try', async () => {
  const connection = await connectTo((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"results":[');
  });
  const asked = connection.client().transport.request('/query', '', { method: 'GET' });
  await expect(asked).rejects.toThrow(StoreUnavailable);
});

test('a batch of any size is one request, and when it fails nothing is tried again or printed', async () => {
  let requests = 0;
  const connection = await connectTo((request, response) => {
    request.resume();
    requests += 1;
    response.writeHead(503).end();
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
  const lines = Array.from({ length: 20_000 }, (_, i) => `m,tag=${'x'.repeat(300)} v=${i}`);
  await expect(connection.write(lines, new AbortController().signal)).rejects.toThrow('503');
  expect(requests).toBe(1);
  for (const one of printed) expect(one).not.toHaveBeenCalled();
});

test('what a server never answers leaves no connection: not after a timeout, an end or a stop', async () => {
  const { url, countOpen } = await startMute();
  const settings = { url, token: 'token', organisation: 'acme', bucket: 'perigee' };
  const impatient = connect({ ...settings, timeoutMs: 100 });
  const { signal } = new AbortController();
  for (let tried = 0; tried < 3; tried++) {
    await expect(impatient.write(['m v=1'], signal)).rejects.toThrow(/timed out/i);
  }
  await expect.poll(countOpen).toBe(0);

  const patient = connect(settings);
  const stop = new AbortController();
  const stopped = patient.write(['m v=1'], stop.signal);
  const closed = patient.client().transport.request('/query', '', { method: 'GET' });
  await expect.poll(countOpen).toBe(2);
  stop.abort(new Error('the service ends'));
  await expect(stopped).rejects.toThrow('the service ends');
  patient.close();
  await expect(closed).rejects.toThrow(/InfluxDB bucket perigee/);
  await expect.poll(countOpen).toBe(0);
});

test('a process ends after a request that was never answered, and prints no warning', async () => {
  const { url } = await startMute();
  const module = new URL('../../../src/store/influx/connect.ts', import.meta.url).href;
  const settings = { url, token: 't', organisation: 'o', bucket: 'b', timeoutMs: 100 };
  const script = `import { connect } from ${JSON.stringify(module)};
    const connection = connect(${JSON.stringify(settings)});
    await connection.write(['m v=1'], new AbortController().signal).catch(() => console.log('late'));`;
  const args = ['--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toBe('late\n');
});

/** Takes every connection and says nothing. */
async function startMute() {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined).resume();
  });
  const url = `http://127.0.0.1:${await listenUntilEnd(server)}`;
  const countOpen = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { url, countOpen };
}

async function connectTo(answer: RequestListener) {
  const url = `http://127.0.0.1:${await listenUntilEnd(createServer(answer))}`;
  return connect({ url, token: 'token', organisation: 'acme', bucket: 'perigee' });
}
