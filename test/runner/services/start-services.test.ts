import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import type { StartedService } from '../../../src/contract/suite.ts';
import type { RunPorts } from '../../../src/runner/run-request.ts';
import { linuxOnly } from '../../linux-only.ts';
import { isRunning, openHold, openProfiling } from '../stage/hold.ts';
import { listenUntilEnd } from '../../servers/ci/fake-server.ts';
import { makeFolder, makeRepository, type TestRepository } from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

const server = `
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
const [port, spinMs = '0'] = process.argv.slice(2);
createServer((_, response) => {
  // Time of the processor: how long that takes depends on what else runs.
  // Looked at now and then, as each look is a call of the system.
  const since = process.cpuUsage();
  while (process.cpuUsage(since).user < Number(spinMs) * 1000) for (let i = 0; i < 100_000; i++);
  response.end(readFileSync('answer.txt'));
}).listen(Number(port), '127.0.0.1');`;
// It is started until it is answered: bash takes a twentieth of Node's time.
const client = `set -e
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3
tail -n 1 <&3`;

/** A repository whose server answers with the name of its side. */
function makeServer(): TestRepository {
  const files = { 'server.mjs': server, 'client.sh': client, 'answer.txt': 'before' };
  const repository = makeRepository(files);
  repository.write('answer.txt', 'after');
  return repository;
}

async function findFreePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return String(port);
}

function serve(port: string, more: Partial<StartedService> = {}): StartedService {
  return {
    name: 'api',
    command: ['node', 'server.mjs', port],
    ready: ['bash', 'client.sh', port],
    readyTimeoutMs: 300_000,
    ...more,
  };
}

async function run(
  repository: TestRepository,
  command: string[],
  services: StartedService[],
  ports: Partial<RunPorts> = {},
  more: { repeats?: number; maxRepeats?: number } = {},
): Promise<RunRecord> {
  const suite = { services, repeats: 1, maxRepeats: 1, ...more };
  const hold = await openHold();
  return runTests(repository, [makeTest('ask', { command })], { suite, ports: { hold, ...ports } });
}

function readLog(repository: TestRepository, { id }: RunRecord, log = ''): string {
  return readFileSync(join(repository.root, '.perigee/runs', id, log), 'utf8');
}

const messages = ({ profiles }: RunRecord): (string | undefined)[] =>
  profiles.map(({ outcome }) => `${outcome.status}: ${outcome.message}`);

test('on one port, each test meets the service of its own side, and none is left', async () => {
  const repository = makeServer();
  const port = await findFreePort();
  const twice = { repeats: 2, maxRepeats: 2 };
  const record = await run(repository, ['bash', 'client.sh', port], [serve(port)], {}, twice);
  expect(record.profiles).toHaveLength(4);
  for (const { log, outcome, side } of record.profiles) {
    expect(outcome.status).toBe('passed');
    expect(readLog(repository, record, log).trim()).toBe(side);
  }
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
});

test('its output is kept beside the log of the execution', async () => {
  const repository = makeServer();
  const file = join(makeFolder(), 'up');
  const command = ['sh', '-c', `echo "up at $(cat answer.txt)"; touch ${file}; exec sleep 600`];
  const service = { ...serve('0'), command, ready: ['test', '-e', file] };
  const record = await run(repository, ['rm', file], [service]);
  const log = 'logs/01-ask/after-000.service-1-api.log';
  expect(readLog(repository, record, log)).toBe('up at after\n');
});

test('one that ends before it is ready fails the execution, with its side, its error and its log', async () => {
  const command = ['sh', '-c', 'echo "Error: no database" >&2; exit 3'];
  const record = await run(makeServer(), ['true'], [serve('1', { command, ready: ['false'] })]);
  const [first = ''] = messages(record);
  expect(first).toMatch(/^failed: the service "api" of the (before|after) side does not run: /);
  expect(first).toContain('it ended (exit code 3) before it was ready');
  expect(first).toContain('it wrote: Error: no database');
  expect(first).toMatch(/log: \.perigee\/runs\/.*\/logs\/01-ask\/\w+-000\.service-1-api\.log$/);
});

test('one that is never ready fails the execution when its time is over', async () => {
  const slow = serve('1', { command: ['sleep', '600'], ready: ['false'], readyTimeoutMs: 200 });
  const [first] = messages(await run(makeServer(), ['true'], [slow]));
  expect(first).toContain('it was not ready after 200 ms: its "ready" command');
});

test('one that ends before the test does fails the execution, and gives no values', async () => {
  const file = join(makeFolder(), 'pid');
  // Not before the test has begun.
  const hold = `until test -e ${file}.begun; do sleep 0.01; done`;
  const command = ['sh', '-c', `echo $$ > ${file}.part; mv ${file}.part ${file}; ${hold}`];
  const service = { name: 'api', command, readyTimeoutMs: 300_000 };
  const waiting = `until test -e ${file}; do sleep 0.01; done; touch ${file}.begun; while kill -0 $(cat ${file}); do sleep 0.01; done; rm ${file} ${file}.begun`;
  const record = await run(makeServer(), ['sh', '-c', waiting], [service]);
  expect(messages(record)[0]).toContain('it ended (exit code 0) before the test did');
  expect(record.profiles[0]?.spans).toEqual([]);
});

test('where another process answers already, the execution fails: it may hold the code of a side', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  const port = String(await listenUntilEnd(other));
  const record = await run(makeServer(), ['true'], [serve(port)]);
  expect(messages(record)[0]).toContain('another process answers in its place');
});

test('a service may need the one before it', async () => {
  const port = await findFreePort();
  const file = join(makeFolder(), 'up');
  const command = ['sh', '-c', `bash client.sh ${port} && touch ${file} && exec sleep 600`];
  const proxy = { ...serve(port), name: 'proxy', command, ready: ['test', '-e', file] };
  const record = await run(makeServer(), ['rm', file], [serve(port), proxy]);
  expect(messages(record)).toEqual(Array(2).fill('passed: undefined'));
});

linuxOnly('an interruption ends it with what it sent into the background', async () => {
  const file = join(makeFolder(), 'pid');
  const stay = `setsid sh -c 'echo $$ > ${file}.part; mv ${file}.part ${file}; exec sleep 600' &`;
  const command = ['sh', '-c', `${stay} exec sleep 600`];
  const service = { name: 'api', command, ready: ['test', '-e', file], readyTimeoutMs: 300_000 };
  const controller = new AbortController();
  const ended = run(makeServer(), ['sleep', '600'], [service], { signal: controller.signal });
  while (!existsSync(file)) await sleep(10);
  expect(isRunning(file)).toBe(true);
  controller.abort();
  expect((await ended).status).toBe('interrupted');
  expect(isRunning(file)).toBe(false);
});

linuxOnly('what it consumes is counted in', async () => {
  const repository = makeServer();
  const port = await findFreePort();
  const service = serve(port, { command: ['node', 'server.mjs', port, '100'] });
  const ports = await openProfiling();
  const record = await run(repository, ['bash', 'client.sh', port], [service], ports);
  for (const { spans } of record.profiles) {
    expect(spans[0]?.values['cpu.total']).toBeGreaterThan(75e6);
  }
});
