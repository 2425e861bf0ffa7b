import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { findCgroupMount, removeCgroup } from '../../src/profile/cgroup/cgroup.ts';
import { probeHost } from '../../src/profile/probe-host.ts';
import { executeHere, findSpan } from './execute-here.ts';

const server = `
import socket, time
s = socket.create_server(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
while True:
    c, _ = s.accept()
    t = time.process_time()
    while time.process_time() - t < 0.2: pass
    c.sendall(b"x" * 1000)
    c.close()
`;
const client =
  'import socket, sys; print(len(socket.create_connection(("127.0.0.1", int(sys.argv[1]))).recv(9999)))';

let service: ChildProcess | undefined;
afterEach(() => service?.kill('SIGKILL'));

/** @param procs where it writes its pid first, to join a cgroup: a socket belongs to that of its birth */
async function startServer(procs = '/dev/null'): Promise<{ pid: number; port: string }> {
  const script = 'echo $$ > "$1"; exec python3 -c "$2"';
  service = spawn('sh', ['-c', script, 'server', procs, server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(service.stdout ?? service, 'data')) as [Buffer];
  return { pid: service.pid ?? 0, port: String(port).trim() };
}

const hasNetwork = (await probeHost()).some(
  ({ mechanism, works }) => mechanism === 'cgroup_skb' && works,
);

test.each([0, 1] as const)('at tier %i a service named by its pid is counted in', async (tier) => {
  const { pid, port } = await startServer();
  const command = ['python3', '-c', client, port];
  const alone = await executeHere(tier, command);
  const counted = await executeHere(tier, command, { services: [{ name: 'server', pid }] });
  const cpu = (execution: typeof alone) =>
    findSpan(execution, wholeTestSpan).values['cpu.total'] ?? Number.NaN;
  expect(cpu(counted) - cpu(alone)).toBeGreaterThan(100e6);
  expect(counted.problems).toEqual([]);
});

// Needs root and cgroup v2: without them a service has no cgroup to name.
test.skipIf(!hasNetwork)(
  'a service named by its cgroup is counted in, with its network',
  async () => {
    const cgroup = mkdtempSync(join(findCgroupMount() ?? '', 'perigee-service-'));
    onTestFinished(async () => {
      service?.kill('SIGKILL');
      while (!removeCgroup(cgroup)) await sleep(10);
    });
    const { port } = await startServer(join(cgroup, 'cgroup.procs'));
    const command = ['python3', '-c', client, port];
    const services = [{ name: 'server', cgroup: basename(cgroup) }];
    const alone = findSpan(await executeHere(1, command), wholeTestSpan).values;
    const execution = await executeHere(1, command, { services });
    const counted = findSpan(execution, wholeTestSpan).values;
    const more = (metric: string) =>
      (counted[metric] ?? Number.NaN) - (alone[metric] ?? Number.NaN);
    expect(execution.problems).toEqual([]);
    expect(more('cpu.total')).toBeGreaterThan(100e6);
    expect(more('memory.peak')).toBeGreaterThan(2e6);
    // The server's end of the connection: it sends what the client receives.
    expect(more('network.sent_bytes')).toBeGreaterThan(1000);
    expect(counted['network.sent_bytes']).toBe(counted['network.received_bytes']);
    const metric = execution.metrics.find(({ name }) => name === 'cpu.total');
    expect(metric).toMatchObject({ source: 'cgroup-cpu-stat', exactness: 'exact' });
  },
);

test.each([
  ['no cgroup at all', 'perigee-no-such-service'],
  ['a folder that is none', '../../../../tmp'],
])('a service named by %s is a problem that says so', async (_, cgroup) => {
  const { problems } = await executeHere(0, ['true'], { services: [{ name: 'cache', cgroup }] });
  expect(problems).toMatchObject([{ code: 'service-missing' }]);
});

test.each([0, 1] as const)(
  'at tier %i a service that holds the tests is left out',
  async (tier) => {
    const services = [
      { name: 'us', pid: process.pid },
      ...(findCgroupMount() === undefined ? [] : [{ name: 'all', cgroup: '/' }]),
    ];
    const execution = await executeHere(tier, ['true'], { services });
    expect(execution.problems.map(({ code }) => code)).toEqual(
      services.map(() => 'service-holds-test'),
    );
    expect(findSpan(execution, wholeTestSpan).values['cpu.total']).toBeLessThan(100e6);
  },
);

test('a service that is not there is a problem that says so', async () => {
  const { problems } = await executeHere(0, ['true'], {
    services: [{ name: 'database', pid: 2 ** 22 + 1 }],
  });
  expect(problems).toMatchObject([{ code: 'service-missing' }]);
  expect(problems[0]?.message).toContain('"database"');
});
