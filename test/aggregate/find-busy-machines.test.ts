import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import { isMachineBusy } from '../../src/contract/busy-machine.ts';
import type { HostLoad, RunRecord } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { makeProfile, makeRecord } from './make-record.ts';

/** Two CPUs: a test that used `used` of both had twice as much CPU time in a second of its own. */
function makeExecution(
  hostLoad: HostLoad | undefined,
  { used = 0, seconds = 1, name = 'upload', repeat = 0 } = {},
) {
  const values = { latency: seconds * 1e9, 'cpu.total': used * 2 * seconds * 1e9 };
  return makeProfile('before', repeat, seconds * 1e9, {
    test: name,
    spans: [{ span: wholeTestSpan, annotations: {}, occurrences: 1, values }],
    ...(hostLoad === undefined ? {} : { hostLoad }),
  });
}

const waiting = (cpuPressureShare: number): HostLoad => ({ cpuPressureShare });

const told = (...records: RunRecord[]): string[] =>
  aggregateRecords(records)
    .problems.filter(isMachineBusy)
    .map(({ message }) => message);

/** A build of as many shards, each with a test of its own. */
const makeShards = (...shares: number[]): RunRecord[] =>
  shares.map((share, index) => {
    const name = `test ${index + 1}`;
    return makeRecord([makeExecution(waiting(share), { name })], {
      id: `run-${index + 1}`,
      shard: { index, total: shares.length, attempt: 1 },
      tests: [{ name, tags: [] }],
    });
  });

test('where others took the CPUs, one sentence says so, and what to do', () => {
  const record = makeRecord([makeExecution(waiting(0.958), { used: 0.2 })]);
  expect(told(record)).toEqual([
    'While this was measured, something waited for a CPU 96% of the time, more than the tests’ own work explains: times were disturbed. Measure again when the machine is quiet; CPU time (cpu.total) suffers less.',
  ]);
  expect(listSchemaErrors('aggregate', aggregateRecords([record]))).toEqual([]);
});

test('a record without the field says nothing, as does one whose CPU time is not known', () => {
  expect(told(makeRecord([makeExecution(undefined)]))).toEqual([]);
  expect(told(makeRecord([makeExecution({ loadAverage1m: 20 })]))).toEqual([]);
  expect(told(makeRecord([makeProfile('before', 0, 1, { hostLoad: waiting(1) })]))).toEqual([]);
});

test.each([
  ['at the bound', 0.1, 0, 0],
  ['above it', 0.11, 0, 1],
  ['tests that wait for themselves', 0.9, 0.85, 0],
  ['as many tests, and others beside them', 0.9, 0.75, 1],
])('%s: %d waited, %d used', (_what, waited, used, sentences) => {
  expect(told(makeRecord([makeExecution(waiting(waited), { used })]))).toHaveLength(sentences);
});

test('a long execution counts for more than a short one', () => {
  const short = makeExecution(waiting(0.9), { seconds: 1 });
  const long = makeExecution(waiting(0), { seconds: 9, repeat: 1 });
  expect(told(makeRecord([short, long]))).toEqual([]);
  const longer = makeExecution(waiting(0.02), { seconds: 9, repeat: 1 });
  expect(told(makeRecord([short, longer]))[0]).toContain(' a CPU 11% of the time, ');
});

test('of several shards the starved one is named', () => {
  expect(told(...makeShards(0.02, 0.96, 0.1))[0]).toContain(' CPU 96% of the time (shard 2), more');
});

test('of many the worst come first, and the others are counted', () => {
  const [message, ...others] = told(...makeShards(0.3, 0.9, 0.5, 0.4, 0.2));
  expect(others).toEqual([]);
  expect(message).toContain(
    ' 90% of the time (shard 2), 50% (shard 3), 40% (shard 4) and also on 2 more shards, more than',
  );
});

test('where the host of a virtual machine gave its CPUs to others, that is said by itself', () => {
  const steal = (stealShare: number) => makeRecord([makeExecution({ stealShare })]);
  expect(told(steal(0.04))).toEqual([]);
  expect(told(steal(0.12))).toEqual([
    expect.stringMatching(/^The host gave 12% of the CPU time of this virtual machine to others: /),
  ]);
});

test('of several such machines the worst is named, with its shard', () => {
  const shares = [0.12, 0.31, 0.04, 0.2];
  const records = shares.map((stealShare, index) => {
    const name = `test ${index + 1}`;
    return makeRecord([makeExecution({ stealShare }, { name })], {
      ...{ id: `run-${index + 1}`, shard: { index, total: shares.length, attempt: 1 } },
      tests: [{ name, tags: [] }],
    });
  });
  const [message, ...others] = told(...records);
  expect(others).toEqual([]);
  expect(message).toMatch(/^The host gave 31% .* to others \(shard 2\), and less on 2 more: /);
});
