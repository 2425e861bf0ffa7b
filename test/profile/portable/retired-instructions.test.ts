import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Execution } from '../../../src/contract/execution.ts';
import {
  countsInstructions,
  createFollowChild,
  parseInstructions,
} from '../../../src/profile/portable/read-ended.ts';
import { createRetiredCounter } from '../../../src/profile/portable/retired-instructions.ts';
import { type Libc, loadLibc } from '../../../src/profile/portable/wait-for-usage.ts';
import { runExecution } from '../../../src/profile/run-execution.ts';
import { linuxOnly } from '../../linux-only.ts';

/** Forged by the layout of sys/resource.h: a process that computed for 40 ms, in ticks of 24 MHz. */
const forged = Buffer.from(
  [
    '8c1f5a5e0d3b3a6f9a7e21d4c0b7f613', // ri_uuid
    '60da0e0000000000f0d2000000000000', // user and system time
    '00000000000000000100000000000000', // wakeups
    '0300000000000000', // pageins
    '000000000000000000401400000000000000000000000000', // wired, resident, footprint
    '9a11f3a43e0200004b6d02a53e020000', // start and exit
    '00'.repeat(48), // of children: user and system time, wakeups, pageins, elapsed time
    '00100000000000000000000000000000', // disk
    '60da0e0000000000'.padEnd(112, '0'), // time by quality of service
    '00'.repeat(24), // billed and serviced time, logical writes
    '0020130000000000', // lifetime_max_phys_footprint
    '15cd5b0700000000b168de3a00000000', // instructions and cycles
    '00'.repeat(24), // energy and interval_max_phys_footprint
    '7ec1030000000000', // runnable time
  ].join(''),
  'hex',
);

function change(at: number, value: bigint): Buffer {
  const changed = Buffer.from(forged);
  changed.writeBigUInt64LE(value, at);
  return changed;
}

test('the instructions of a process are read from where macOS writes them', () => {
  expect(forged).toHaveLength(296);
  expect(parseInstructions(forged)).toBe(123_456_789);
});

test.each([
  ['user time', 96],
  ['system time', 104],
  ['elapsed time', 136],
])('of a process whose children took %s there are none: theirs are missing', (_what, at) => {
  expect(parseInstructions(change(at, 1n))).toBeUndefined();
});

test('a machine that counts none gives none, not zero', () => {
  expect(parseInstructions(change(248, 0n))).toBeUndefined();
});

interface Process {
  /** What the launcher has used when the test takes its place, and what both have at the end. */
  usages?: readonly (Buffer | undefined)[];
  status?: number;
  listChildren?: (pid: number) => number;
}

const ofLauncher = change(248, 3_456_789n);

/** The functions of macOS, and a record of the calls. */
function fakeLibc({ usages = [ofLauncher, forged], status = 0, listChildren }: Process = {}) {
  const calls: string[] = [];
  const left = [...usages];
  const fakes: Record<string, (...values: never[]) => number> = {
    waitid(type: number, pid: number, information: Buffer, options: number) {
      if (calls.includes('proc_listchildpids 42')) information.writeInt32LE(20, 0);
      calls.push(`waitid ${type} ${pid} ${options}`);
      return pid === 42 ? 0 : -1;
    },
    proc_pid_rusage(pid: number, flavor: number, buffer: Buffer) {
      calls.push(`proc_pid_rusage ${pid} ${flavor}`);
      return left.shift()?.copy(buffer) === undefined ? -1 : 0;
    },
    proc_listchildpids(pid: number) {
      calls.push(`proc_listchildpids ${pid}`);
      return listChildren?.(pid) ?? 0;
    },
    wait4(pid: number, buffer: Buffer) {
      calls.push(`wait4 ${pid}`);
      buffer.writeInt32LE(status, 0);
      return pid;
    },
  };
  const func = (declaration: string) => {
    const found = fakes[/(\w+)\(/.exec(declaration)?.[1] ?? ''];
    if (found === undefined) throw new Error(`no ${declaration}`);
    return found as (...values: unknown[]) => number;
  };
  return { calls, func };
}

test('a child that has ended is read before it is waited for, and a running one is left alone', () => {
  const libc = fakeLibc({ status: 7 << 8 });
  const readEnded = createFollowChild(libc)(42);

  expect(readEnded()).toBeUndefined();
  expect(readEnded()).toEqual({ status: 7, instructions: 120_000_000 });
  const wexitedNohangNowait = 0x4 | 0x1 | 0x20;
  const waitid = `waitid 1 42 ${wexitedNohangNowait}`;
  const usage = 'proc_pid_rusage 42 4';
  const whileItRuns = [usage, waitid, 'proc_listchildpids 42'];
  expect(libc.calls).toEqual([...whileItRuns, waitid, usage, 'wait4 42']);
});

test('a signal is told as a shell tells it, and a process that is no child is gone', () => {
  const followChild = createFollowChild(fakeLibc({ status: 9 }));
  expect(followChild(41)()).toBe('gone');
  const readEnded = followChild(42);
  readEnded();
  expect(readEnded()).toMatchObject({ status: 137 });
});

test.each<[string, Process]>([
  ['had a child that it never waited for', { listChildren: () => 1 }],
  ['could not be asked for children', { listChildren: () => -1 }],
  ['could not be read when its launcher ended', { usages: [undefined, forged] }],
  ['could not be read at its end', { usages: [ofLauncher, undefined] }],
  ['has fewer instructions than its launcher', { usages: [forged, ofLauncher] }],
])('a process that %s has no count', (_what, process) => {
  const readEnded = createFollowChild(fakeLibc(process))(42);
  readEnded();
  expect(readEnded()).toEqual({ status: 0, instructions: undefined });
});

test('a machine is asked whether it counts', () => {
  expect(countsInstructions(fakeLibc({ usages: [forged] }), 1)).toBe(true);
  expect(countsInstructions(fakeLibc({ usages: [change(248, 0n)] }), 1)).toBe(false);
});

function listChildren(pid: number): number {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').length;
}

/** Everything but what macOS tells of a process is this system's own. */
async function count(command: readonly string[], usage: Buffer = forged, timeoutMs = 60_000) {
  const own = (await loadLibc()) as Libc;
  const fake = fakeLibc({ usages: [ofLauncher, usage], listChildren });
  const func: Libc['func'] = (text) => (text.includes('proc_') ? fake.func(text) : own.func(text));
  const wnowaitOfLinux = 0x100_0000;
  const retired = createRetiredCounter(createFollowChild({ func }, wnowaitOfLinux));
  const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
  const means = { tier: 'portable', calls: undefined, runCgroup: undefined, retired } as const;
  try {
    const execution: Execution = await runExecution(means, {
      ...{ command, directory: folder, counts: 'whole', timeoutMs, services: [] },
      environment: { PATH: process.env['PATH'] ?? '' },
      logFile: join(folder, 'log'),
      signal: new AbortController().signal,
    });
    return { ...execution, ranOn: fake.calls };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

linuxOnly('a test that is counted is the process that Perigee waits for', async () => {
  const { metrics, outcome, ranOn, spans } = await count(['sh', '-c', 'exit 3']);

  expect(outcome).toMatchObject({ status: 'failed', exitCode: 3 });
  expect(ranOn.filter((call) => call.startsWith('proc_pid_rusage'))).toHaveLength(2);
  expect(metrics.map(({ name, source, scope }) => [name, source, scope])).toEqual([
    ['instructions', 'proc_pid_rusage', 'process'],
  ]);
  expect(spans.map(({ span, values }) => [span, values])).toEqual([
    ['whole test', { instructions: 120_000_000 }],
  ]);
});

linuxOnly('a test that started others is not counted', async () => {
  const { metrics, outcome, spans } = await count(['true'], change(96, 5n));
  expect([outcome.status, metrics, spans]).toEqual(['passed', [], []]);
});

linuxOnly.each([
  ['waits for none of them', 'sleep 0.05 & exec sleep 0.1'],
  ['leaves them running', 'setsid sleep 300 & exit'],
])('a test that started others and %s is not counted', async (_what, script) => {
  const { metrics, outcome, spans } = await count(['sh', '-c', script]);
  expect([outcome.status, metrics, spans]).toEqual(['passed', [], []]);
});

linuxOnly('a counted test that takes too long is ended, and waited for', async () => {
  const { outcome, spans } = await count(['sleep', '300'], forged, 100);
  expect([outcome.status, spans]).toEqual(['timed-out', []]);
});

linuxOnly('a program that is not there is told like any other', async () => {
  const { outcome } = await count(['./not-there']);
  expect(outcome.status).toBe('not-started');
});
