import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { wholeTestSpan } from '../../../src/contract/execution.ts';
import { chooseTier } from '../../../src/profile/portable/choose-tier.ts';
import { RunningProcesses, runPs } from '../../../src/profile/portable/running-processes.ts';
import { parseUsage } from '../../../src/profile/portable/wait-for-usage.ts';
import { linuxOnly } from '../../linux-only.ts';
import { executeHere, findSpan, isRunning, pythonProgram } from '../execute-here.ts';

test('what the children of a test used counts, and their faults and switches', async () => {
  const burn = 'import time\nwhile time.process_time() < 0.15: pass';
  const script = `python3 -c '${burn}'; python3 -c '${burn}'`;
  const execution = await executeHere('portable', ['sh', '-c', script]);
  const { values } = findSpan(execution, wholeTestSpan);
  expect(values['cpu.total']).toBeGreaterThan(300e6);
  expect(values['cpu.total']).toBeLessThan(values['latency'] ?? 0);
  expect(values['page_faults.minor']).toBeGreaterThan(100);
  expect(values['context_switches.voluntary']).toBeGreaterThan(0);
  const { source, exactness } = execution.metrics.find(({ name }) => name === 'cpu.total') ?? {};
  expect([source, exactness]).toEqual([
    'wait4: the test and the children that it waited for',
    'lower-bound',
  ]);
});

test('the memory of its largest process is that of the test', async () => {
  const execution = await executeHere('portable', ['python3', '-c', 'x = b"a" * 1_000_000_000']);
  expect(findSpan(execution, wholeTestSpan).values['memory.peak']).toBeGreaterThan(1e9);
});

test('a peak below that of Perigee, which a process inherits on Linux, is absent', async () => {
  const execution = await executeHere('portable', ['true']);
  expect(findSpan(execution, wholeTestSpan).values).not.toHaveProperty('memory.peak');
});

test('a span has its latency, and nothing that only the end of the test tells', async () => {
  const program = pythonProgram('import time', 'with profile("wait"): time.sleep(0.05)');
  const execution = await executeHere('portable', program);
  expect(Object.keys(findSpan(execution, 'wait').values)).toEqual(['latency']);
  expect(execution.problems).toEqual([]);
});

test('what the test leaves in its process group is ended, and told', async () => {
  const execution = await executeHere('portable', ['sh', '-c', 'sleep 300 & echo $!; exec 1>&-']);
  expect(execution.outcome.status).toBe('passed');
  expect(execution.problems).toMatchObject([
    {
      code: 'processes-left',
      message: 'the test ended and left processes running; Perigee ended them',
    },
  ]);
  expect(isRunning(Number(execution.log))).toBe(false);
});

linuxOnly(
  'a process that has ended, and that its parent does not wait for, is not left',
  async () => {
    // `exec` keeps the child, and `sleep` waits for none; what it leaves goes to init.
    const execution = await executeHere('portable', ['sh', '-c', 'sleep 0 & exec sleep 0.1']);
    expect(execution.problems).toEqual([]);
  },
);

test('a group or a process that begins after a look is found by the next one', async () => {
  const running = new RunningProcesses();
  expect(running.has(process.pid)).toBe(true);
  const child = spawn('sleep', ['300'], { detached: true });
  const pid = child.pid ?? 0;
  expect([running.has(pid), running.hasGroup(pid)]).toEqual([true, true]);
  process.kill(-pid, 'SIGKILL');
  await once(child, 'exit');
  expect([running.has(pid), running.hasGroup(pid)]).toEqual([false, false]);
});

/** Runs a process, and asks for its group while `ps` shows these, one look after the other. `PID` stands for its pid. */
async function askWhile(looks: readonly [string, string]): Promise<boolean> {
  const child = spawn('sleep', ['300'], { detached: true });
  const pid = String(child.pid);
  const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
  const ps = join(folder, 'ps');
  const [first, second] = looks.map((text) => text.replaceAll('PID', pid));
  writeFileSync(
    ps,
    `#!/bin/sh\nif mkdir "$0.once"; then echo '${first}'; else echo '${second}'; fi\n`,
  );
  chmodSync(ps, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  try {
    return new RunningProcesses().hasGroup(Number(pid));
  } finally {
    vi.unstubAllEnvs();
    process.kill(-Number(pid), 'SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
}

test.each<[string, [string, string], boolean]>([
  ['shows the same ended ones twice', ['PID PID Zs\n8 PID Z', 'PID PID Zs\n8 PID Z'], false],
  ['shows none of it', ['1 1 Ss', '1 1 Ss'], true],
  ['shows other ended ones each time', ['8 PID Z', '9 PID Z'], true],
  ['shows one that has not ended', ['8 PID Z\n9 PID S', '8 PID Z'], true],
  ['shows one that ended but for a thread', ['PID PID Zsl', 'PID PID Zsl'], true],
])('of a group that can be signalled and of which ps %s', async (_what, looks, isThere) => {
  expect(await askWhile(looks)).toBe(isThere);
});

linuxOnly('a program whose main thread has ended before another one runs', async () => {
  const exitThread = process.arch === 'arm64' ? 93 : 60;
  const script = `import ctypes, threading, time
threading.Thread(target=time.sleep, args=(300,)).start()
print(flush=True)
ctypes.CDLL(None).syscall(${exitThread}, 0)`;
  const child = spawn('python3', ['-c', script], { detached: true });
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  await vi.waitUntil(() => runPs(['-p', `${pid}`, '-o', 'stat='])?.startsWith('Z'));
  expect(new RunningProcesses().has(pid)).toBe(true);
  process.kill(-pid, 'SIGKILL');
  await once(child, 'exit');
});

linuxOnly('what leaves the group of the test is known by its environment, and ended', async () => {
  const execution = await executeHere('portable', ['sh', '-c', 'setsid sleep 300 & echo $!']);
  expect(execution.problems).toMatchObject([{ code: 'processes-left' }]);
  expect(isRunning(Number(execution.log))).toBe(false);
});

test('after executions that Perigee waited for itself Node still hears of its own children', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { outcome } = await executeHere('portable', ['sh', '-c', `exit ${round % 3}`]);
    expect(outcome).toMatchObject({ exitCode: round % 3 });
  }
  expect(await once(spawn('sh', ['-c', 'exit 7']), 'exit')).toEqual([7, null]);
});

test('a service is not counted in, and the record says why', async () => {
  const services = [{ name: 'db', pid: process.pid }];
  const { problems } = await executeHere('portable', ['true'], { services });
  expect(problems).toMatchObject([{ code: 'service-missing' }]);
  expect(problems[0]?.message).toContain('"db" is not counted in');
});

test.each([
  ['linux', 2048 * 1024],
  ['darwin', 2048],
] as const)(
  'the usage of a process on %s is read, with its peak in its own unit',
  (platform, peak) => {
    const usage = Buffer.alloc(144);
    [1, 250_000, 0, 40_000, 2048].forEach((value, i) =>
      usage.writeBigInt64LE(BigInt(value), 8 * i),
    );
    // The upper half of the microseconds is padding on macOS.
    if (platform === 'darwin') usage.fill(0xff, 12, 16);
    [
      [64, 300],
      [72, 2],
      [128, 9],
      [136, 4],
    ].forEach(([at = 0, value = 0]) => usage.writeBigInt64LE(BigInt(value), at));
    expect(parseUsage(usage, platform)).toEqual({
      userNs: 1.25e9,
      systemNs: 40e6,
      peakBytes: peak,
      minorFaults: 300,
      majorFaults: 2,
      voluntarySwitches: 9,
      involuntarySwitches: 4,
    });
  },
);

test.each([
  [{}, 'linux', 1],
  [{ PERIGEE_TIER: '' }, 'linux', 1],
  [{ PERIGEE_TIER: 'portable' }, 'linux', 'portable'],
  [{}, 'darwin', 'portable'],
] as const)('%j on %s is tier %s', (env, platform, tier) => {
  expect(chooseTier({ env, platform })).toBe(tier);
});

test('a tier that there is not is refused', () => {
  expect(() => chooseTier({ env: { PERIGEE_TIER: '2' }, platform: 'linux' })).toThrow(
    'PERIGEE_TIER',
  );
});
