import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Execution, wholeTestSpan } from '../../src/contract/execution.ts';
import { checkDocument } from '../../src/contract/validate.ts';
import { runExecution } from '../../src/profile/run-execution.ts';
import { linuxOnly } from '../linux-only.ts';
import {
  executeHere,
  findSpan,
  isRunning,
  nodeProgram,
  pythonProgram,
  runPython,
} from './execute-here.ts';

const burn = (seconds: number) =>
  `import time\nt = time.process_time()\nwhile time.process_time() - t < ${seconds}: pass`;

describe.each([0, 1, 'portable'] as const)('at tier %s', (tier) => {
  test('a test without spans has the whole test, valid by the contract', async () => {
    const execution = await executeHere(tier, ['python3', '-c', burn(0.1)]);
    expect(execution.outcome).toEqual({ status: 'passed', exitCode: 0 });
    const whole = findSpan(execution, wholeTestSpan);
    expect(whole.values['cpu.total']).toBeGreaterThanOrEqual(90e6);
    expect(execution.metrics.map((metric) => metric.name).sort()).toEqual(
      Object.keys(whole.values).sort(),
    );
    const { log, ...measured } = execution;
    const document = {
      schema: 'perigee/profile',
      version: 1,
      test: 't',
      side: 'before',
      ...measured,
    };
    checkDocument('profile', { ...document, repeat: 0, order: 0 }, `a profile, log ${log}`);
  });

  test('a test that hangs, and ignores SIGTERM, is ended at its time limit with all its processes', async () => {
    // Without /proc and cgroups a session of its own hides a process.
    const apart = tier === 'portable' ? '' : 'setsid ';
    const script = `trap "" TERM; (${apart}sh -c 'trap "" TERM; echo $$; sleep 300') & sleep 300; sleep 300`;
    const execution = await executeHere(tier, ['sh', '-c', script], { timeoutMs: 300 });
    expect(execution.outcome).toEqual({ status: 'timed-out' });
    expect(execution.spans).toEqual([]);
    expect(isRunning(Number(execution.log.split('\n')[0]))).toBe(false);
  });

  test('an abort ends the test as interrupted', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 200);
    const execution = await executeHere(tier, ['sh', '-c', 'echo $$; exec sleep 300'], {
      signal: stop.signal,
    });
    expect(execution.outcome).toEqual({ status: 'interrupted' });
    expect(isRunning(Number(execution.log))).toBe(false);
  });

  test('a crash inside a span loses that span only', async () => {
    const execution = await executeHere(
      tier,
      nodeProgram(
        `await profile('kept', () => 1);
         await profile('lost', () => process.kill(process.pid, 'SIGSEGV'));`,
      ),
    );
    expect(execution.outcome).toMatchObject({ status: 'failed', signal: 'SIGSEGV' });
    expect(execution.spans.map((span) => span.span)).toEqual(['kept', wholeTestSpan]);
    expect(execution.problems).toMatchObject([{ code: 'span-never-ended', span: 'lost' }]);
  });

  test('a hang inside a span loses that span only', async () => {
    const program = pythonProgram(
      'import time',
      'with profile("kept"): pass',
      'with profile("lost"): time.sleep(1000)',
    );
    let execution: Execution;
    let timeoutMs = 750;
    // Where the machine is busy, it takes longer until the second span has begun.
    do execution = await executeHere(tier, program, { timeoutMs: (timeoutMs *= 2) });
    while (execution.problems.length === 0 && timeoutMs < 60_000);
    expect(execution.outcome.status).toBe('timed-out');
    expect(execution.spans.map((span) => span.span)).toEqual(['kept']);
    expect(execution.problems).toMatchObject([{ code: 'span-never-ended', span: 'lost' }]);
  });
});

describe.each([0, 1] as const)('at tier %i', (tier) => {
  linuxOnly('short-lived children and a daemon are counted in', async () => {
    const daemon = `setsid python3 -c '${burn(0.2)}\nopen("done", "w").write("x")' &`;
    const script = `for i in $(seq 20); do /bin/true; done; (${daemon}); while [ ! -s done ]; do sleep 0.02; done; sleep 0.1`;
    const execution = await executeHere(tier, ['sh', '-c', script]);
    expect(findSpan(execution, wholeTestSpan).values['cpu.total']).toBeGreaterThanOrEqual(190e6);
  });

  linuxOnly('a daemon that outlives the test is ended, and the record says so', async () => {
    const script = 'setsid sleep 300 & echo $!; exec 1>&-';
    const execution = await executeHere(tier, ['sh', '-c', script]);
    expect(execution.problems.map((problem) => problem.code)).toEqual(['processes-left']);
    expect(isRunning(Number(execution.log))).toBe(false);
  });

  linuxOnly('a test that another process stops for a while is told', async () => {
    const script = '(sleep 0.1; kill -STOP $$; sleep 0.4; kill -CONT $$) & sleep 0.3; wait';
    const { problems } = await executeHere(tier, ['sh', '-c', script]);
    expect(problems.map(({ code }) => code)).toContain('test-stopped');
  });
});

test.each([
  [['no-such-program'], '"no-such-program" was not found in the PATH of the test'],
  [['./missing'], 'missing is not there or is not an executable file'],
  [[''], '"" was not found in the PATH of the test'],
])('%j is not started, with the reason', async (command, reason) => {
  const { outcome } = await executeHere(1, command);
  expect(outcome.status).toBe('not-started');
  expect(outcome.message).toContain(reason);
});

test('what the system refuses to start is not started, and the run goes on', async () => {
  const environment = { PATH: process.env['PATH'] ?? '', BIG: 'x'.repeat(200_000) };
  const { outcome } = await executeHere(1, ['true'], { environment });
  expect(outcome.status).toBe('not-started');
  expect(outcome.message).toContain('E2BIG');
});

test('a long name of a program leaves the record valid', async () => {
  const { outcome } = await executeHere(0, ['x'.repeat(10_000)]);
  expect(outcome.status).toBe('not-started');
  expect(outcome.message).toHaveLength(2000);
});

linuxOnly('a short test without spans has a memory peak', async () => {
  const peaks: number[] = [];
  // A host that is busy may let no sample come before one of them has ended.
  for (let repeat = 0; repeat < 10; repeat++) {
    const execution = await executeHere(0, ['sleep', '0.03']);
    peaks.push(findSpan(execution, wholeTestSpan).values['memory.peak'] ?? 0);
  }
  expect(Math.max(...peaks)).toBeGreaterThan(0);
});

linuxOnly('what a child used before a span began is not in the peak of the span', async () => {
  const execution = await runPython(
    'import os, signal',
    'with profile("warm"): pass',
    'for _ in range(10):',
    '  reading, writing = os.pipe()',
    '  child = os.fork()',
    '  if child == 0:',
    '    block = b"x" * 50_000_000',
    '    del block',
    '    os.write(writing, b"x")',
    '    signal.pause()',
    '  os.read(reading, 1)',
    '  with profile("after"): pass',
    '  os.kill(child, signal.SIGKILL)',
    '  os.wait()',
  );
  expect(execution.log).toBe('');
  expect(findSpan(execution, 'after').values['memory.peak']).toBeLessThan(50e6);
});

test('a test that signals its whole process group is measured all the same', async () => {
  const execution = await executeHere(1, ['sh', '-c', 'trap : TERM; kill 0; exit 4']);
  expect(execution.outcome).toEqual({ status: 'failed', exitCode: 4 });
  expect(execution.spans.map((span) => span.span)).toEqual([wholeTestSpan]);
});

test('a test without a trap dies of the signal that it sends to its process group', async () => {
  const { outcome } = await executeHere(1, ['sh', '-c', 'kill 0; exit 4']);
  expect(outcome).toEqual({ status: 'failed', exitCode: 143, signal: 'SIGTERM' });
});

test('an argument that the system would not take is not started', async () => {
  expect((await executeHere(1, ['true', 'a\0b'])).outcome).toEqual({
    status: 'not-started',
    message: 'an argument holds a NUL character',
  });
});

linuxOnly(
  'without koffi and without a cgroup a daemon that nobody saw is ended all the same',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perigee-test-'));
    const execution = await runExecution(
      { tier: 0, calls: undefined, runCgroup: undefined },
      {
        command: ['sh', '-c', 'setsid sleep 300 & echo $! > pid'],
        directory: folder,
        environment: { PATH: process.env['PATH'] ?? '' },
        timeoutMs: 300_000,
        logFile: join(folder, 'log'),
        services: [],
        signal: new AbortController().signal,
      },
    );
    expect(execution.problems.map((problem) => problem.code)).toEqual(['processes-left']);
    expect(isRunning(Number(readFileSync(join(folder, 'pid'), 'utf8')))).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

test('arguments are never interpreted by a shell', async () => {
  const values = ['$(id)', '`id`', '; exit 9', '*', "'", '-n', ''];
  const print = 'import sys, json; print(json.dumps(sys.argv[1:]))';
  const { log } = await executeHere(1, ['python3', '-c', print, ...values]);
  expect(JSON.parse(log)).toEqual(values);
});

test.each([
  ['exit 3', { status: 'failed', exitCode: 3 }],
  ['kill -KILL $$', { status: 'failed', exitCode: 137, signal: 'SIGKILL' }],
])('a test that does "%s" has failed', async (script, outcome) => {
  expect((await executeHere(0, ['sh', '-c', script])).outcome).toEqual(outcome);
});
