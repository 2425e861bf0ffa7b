import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Execution } from '../../../src/contract/execution.ts';
import {
  countsInstructions,
  createReadEnded,
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

/** The three functions of macOS, and a record of the calls. */
function fakeLibc(usage: Buffer, status = 0) {
  const calls: string[] = [];
  const fakes: Record<string, (...values: never[]) => number> = {
    waitid(type: number, pid: number, information: Buffer, options: number) {
      calls.push(`waitid ${type} ${pid} ${options}`);
      if (calls.length > 1) information.writeInt32LE(20, 0);
      return pid === 42 ? 0 : -1;
    },
    proc_pid_rusage(pid: number, flavor: number, buffer: Buffer) {
      calls.push(`proc_pid_rusage ${pid} ${flavor}`);
      usage.copy(buffer);
      return 0;
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
  const libc = fakeLibc(forged, 7 << 8);
  const readEnded = createReadEnded(libc);

  expect(readEnded(42)).toBeUndefined();
  expect(readEnded(42)).toEqual({ status: 7, instructions: 123_456_789 });
  const wexitedNohangNowait = 0x4 | 0x1 | 0x20;
  const waitid = `waitid 1 42 ${wexitedNohangNowait}`;
  expect(libc.calls).toEqual([waitid, waitid, 'proc_pid_rusage 42 4', 'wait4 42']);
});

test('a signal is told as a shell tells it, and a process that is no child is gone', () => {
  const readEnded = createReadEnded(fakeLibc(forged, 9));
  expect(readEnded(41)).toBe('gone');
  expect(readEnded(42)).toMatchObject({ status: 137 });
});

test('a machine is asked whether it counts', () => {
  expect(countsInstructions(fakeLibc(forged), 1)).toBe(true);
  expect(countsInstructions(fakeLibc(change(248, 0n)), 1)).toBe(false);
});

/** Everything but `proc_pid_rusage` is this system's own. */
async function count(command: readonly string[], usage: Buffer, timeoutMs = 60_000) {
  const own = (await loadLibc()) as Libc;
  const fake = fakeLibc(usage);
  const func: Libc['func'] = (text) =>
    text.includes('proc_pid_rusage') ? fake.func(text) : own.func(text);
  const wnowaitOfLinux = 0x100_0000;
  const retired = createRetiredCounter(createReadEnded({ func }, wnowaitOfLinux));
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
  const { metrics, outcome, ranOn, spans } = await count(['sh', '-c', 'exit 3'], forged);

  expect(outcome).toMatchObject({ status: 'failed', exitCode: 3 });
  expect(ranOn).toHaveLength(1);
  expect(metrics.map(({ name, source, scope }) => [name, source, scope])).toEqual([
    ['instructions', 'proc_pid_rusage', 'process'],
  ]);
  expect(spans.map(({ span, values }) => [span, values])).toEqual([
    ['whole test', { instructions: 123_456_789 }],
  ]);
});

linuxOnly('a test that started others is not counted', async () => {
  const { metrics, outcome, spans } = await count(['true'], change(96, 5n));
  expect([outcome.status, metrics, spans]).toEqual(['passed', [], []]);
});

linuxOnly('a counted test that takes too long is ended, and waited for', async () => {
  const { outcome, spans } = await count(['sleep', '300'], forged, 100);
  expect([outcome.status, spans]).toEqual(['timed-out', []]);
});

linuxOnly('a program that is not there is told like any other', async () => {
  const { outcome } = await count(['./not-there'], forged);
  expect(outcome.status).toBe('not-started');
});
