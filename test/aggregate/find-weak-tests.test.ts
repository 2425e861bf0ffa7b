import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { Profile, ProgramUse, RunRecord } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { isWeakTest } from '../../src/contract/weak-test.ts';
import { makeProfile, makeRecord } from './make-record.ts';

interface Execution {
  ms: number;
  cpuMs: number;
  disk?: number;
  programs?: ProgramUse[];
  isMarked?: boolean;
}

function makeExecution({ ms, cpuMs, disk, programs, isMarked }: Execution, repeat = 0): Profile {
  const values = {
    latency: ms * 1e6,
    'cpu.total': cpuMs * 1e6,
    ...(disk === undefined ? {} : { 'disk.read_bytes': 0, 'disk.write_bytes': disk }),
  };
  const whole = { span: wholeTestSpan, annotations: {}, occurrences: 1, values };
  const marked = { span: 'work', annotations: {}, occurrences: 1, values: { latency: 1 } };
  return makeProfile('before', repeat, ms * 1e6, {
    spans: isMarked === true ? [marked, whole] : [whole],
    ...(programs === undefined ? {} : { programs }),
  });
}

function record(
  executions: readonly Execution[],
  { startMs, ...more }: Partial<RunRecord> & { startMs?: number } = {},
): RunRecord {
  const planned = { name: 'upload', tags: [], ...(startMs && { startNs: startMs * 1e6 }) };
  return makeRecord(executions.map(makeExecution), { tests: [planned], ...more });
}

const told = (given: RunRecord): [code: string, message: string][] =>
  aggregateRecords([given])
    .problems.filter(isWeakTest)
    .map(({ code, message }) => [code, message]);

const use = (name: string, ms: number): ProgramUse => ({ name, cpuNs: ms * 1e6 });
const working: Execution = { ms: 400, cpuMs: 390, disk: 0 };

test('compiling that takes most CPU time is told with what it hides and what to do', () => {
  const programs = [use('compile', 500), use('link', 300), use('go', 20), use('x.test', 150)];
  expect(told(record([{ ms: 700, cpuMs: 1000, programs }]))).toEqual([
    [
      'mostly-compiling',
      'Compiling (compile, link, go) used 82% of its CPU time, 820 ms of 1.0 s: the code has to get 28% slower before the test gets 5% slower. Compile in setup and let the test run what was made, unless the compiler is what you measure.',
    ],
  ]);
});

test('a program that is called link or compile is no compiler without the go command', () => {
  expect(told(record([{ ...working, programs: [use('link', 380)] }]))).toEqual([]);
});

test('a start that takes a third or more is told', () => {
  const [[code, message] = []] = told(record([{ ms: 120, cpuMs: 110 }], { startMs: 60 }));
  expect(code).toBe('mostly-starting');
  expect(message).toMatch(
    /^The start of its program alone takes 60 ms of 120 ms, 50%: the code has to get 10% slower before/,
  );
  expect(told(record([{ ms: 120, cpuMs: 110 }], { startMs: 39 }))).toEqual([]);
});

test('a package manager that takes a third or more is told', () => {
  const programs = [use('npm', 200), use('bench.js', 220)];
  const [[code, message] = []] = told(record([{ ms: 420, cpuMs: 430, programs }]));
  expect([code, message]).toEqual([
    'mostly-starting',
    expect.stringMatching(/^The package manager that starts it used 47% of its CPU time: /),
  ]);
});

test('a test that does nothing is told, and one that was made up is told once', () => {
  const sleep = [{ ms: 203, cpuMs: 1.4, disk: 0 }];
  expect(told(record(sleep))[0]).toEqual([
    'does-nothing',
    expect.stringMatching(/^It used 1\.4 ms of CPU time in 203 ms/),
  ]);
  const placeholder = { code: 'placeholder-test', message: 'it sleeps', test: 'upload' };
  expect(told(record(sleep, { problems: [placeholder] }))).toEqual([
    ['placeholder-test', 'it sleeps'],
  ]);
});

test('waiting is told, unless it is for the disk or on a machine that was busy once', () => {
  const waits = { ms: 1000, cpuMs: 50, disk: 8192 };
  expect(told(record([waits]))[0]).toEqual([
    'mostly-waiting',
    expect.stringMatching(/^It was on a CPU for 5% of its 1\.0 s .* 100% slower before the test/),
  ]);
  expect(told(record([{ ...waits, disk: 400_000 }]))).toEqual([]);
  expect(told(record([waits, waits, { ...waits, cpuMs: 400 }]))).toEqual([]);
});

test('a test of a few milliseconds is told', () => {
  expect(told(record([{ ms: 12, cpuMs: 11, disk: 0 }]))[0]).toEqual([
    'too-short',
    expect.stringMatching(/^It takes 12 ms\. .* hides 25% and less\./),
  ]);
});

test.each([
  ['that works', [working]],
  ['that marks spans', [{ ms: 20, cpuMs: 1, disk: 0, isMarked: true }]],
  ['that never passed', []],
])('a test %s is not told', (_what, executions) => {
  const given = record(executions, { startMs: 40 });
  const failed = executions.length === 0 ? [makeExecution({ ms: 1, cpuMs: 0 })] : [];
  for (const profile of failed) profile.outcome = { status: 'failed', exitCode: 1 };
  given.profiles.push(...failed);
  expect(told(given)).toEqual([]);
});

test('what is told is a valid document', () => {
  const programs = [use('cc1', 900)];
  const aggregate = aggregateRecords([record([{ ms: 1000, cpuMs: 0.1, disk: 9e9, programs }])]);
  expect(listSchemaErrors('aggregate', aggregate)).toEqual([]);
});
