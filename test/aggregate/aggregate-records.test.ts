import { expect, test } from 'vitest';
import type { Aggregate } from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import { makeProfile, makeRecord } from './make-record.ts';

const codes = ({ problems }: Aggregate): string[] => problems.map(({ code }) => code);

test('each repeat has its place on its side, in whatever order it was measured', () => {
  const profiles = [
    makeProfile('after', 1, 21),
    makeProfile('before', 0, 10),
    makeProfile('after', 0, 20),
    makeProfile('before', 1, 11),
  ];
  const aggregate = aggregateRecords([makeRecord(profiles)]);
  expect(listSchemaErrors('aggregate', aggregate)).toEqual([]);
  expect(aggregate.series).toEqual([
    {
      test: 'upload',
      span: 'work',
      annotations: {},
      platform: 'linux-x64',
      metric: 'latency',
      before: [10, 11],
      after: [20, 21],
    },
  ]);
  expect(aggregate.problems).toEqual([]);
});

test('a span that some repeats lost leaves a gap, so that pairs stay pairs', () => {
  const profiles = [
    makeProfile('before', 0, 10),
    makeProfile('after', 0, 20, { spans: [] }),
    makeProfile('before', 2, 12),
    makeProfile('after', 2, 22),
  ];
  const [series] = aggregateRecords([makeRecord(profiles)]).series;
  expect([series?.before, series?.after]).toEqual([
    [10, null, 12],
    [null, null, 22],
  ]);
});

test('annotations make series of their own, whatever their order', () => {
  const span = (annotations: Record<string, string | number>, latency: number) => ({
    spans: [{ span: 'work', annotations, occurrences: 1, values: { latency } }],
  });
  const profiles = [
    makeProfile('before', 0, 1, span({ size: 1, op: 'put' }, 1)),
    makeProfile('after', 0, 1, span({ op: 'put', size: 1 }, 2)),
    makeProfile('after', 1, 1, span({ op: 'put', size: '1' }, 3)),
  ];
  const { series } = aggregateRecords([makeRecord(profiles)]);
  expect(series.map(({ before, after }) => [before, after])).toEqual([
    [
      [1, null],
      [2, null],
    ],
    [
      [null, null],
      [null, 3],
    ],
  ]);
});

test.each(['failed', 'timed-out', 'interrupted'] as const)(
  'of a test that %s the finished spans count, and the test as a whole does not',
  (status) => {
    const spans = ['work', wholeTestSpan].map((span) => ({
      span,
      annotations: {},
      occurrences: 1,
      values: { latency: 5 },
    }));
    const bad = makeProfile('after', 0, 5, { spans, outcome: { status } });
    const good = makeProfile('before', 0, 5, { spans });
    const aggregate = aggregateRecords([makeRecord([good, bad])]);
    expect(aggregate.series.map(({ span, after }) => [span, after])).toEqual([
      ['work', [5]],
      [wholeTestSpan, [null]],
    ]);
    expect(codes(aggregate)).toEqual(['executions-not-passed']);
  },
);

test('outcomes are tallied by test and side; what could not be started has failed', () => {
  const statuses = ['passed', 'failed', 'not-started', 'timed-out', 'interrupted'] as const;
  const profiles = statuses.map((status, repeat) =>
    makeProfile('after', repeat, 1, { outcome: { status } }),
  );
  const { tests } = aggregateRecords([makeRecord(profiles)]);
  expect(tests).toEqual([
    {
      name: 'upload',
      before: { passed: 0, failed: 0, timedOut: 0, interrupted: 0 },
      after: { passed: 1, failed: 2, timedOut: 1, interrupted: 1 },
    },
  ]);
});

test('why a test did not pass is carried into the problem', () => {
  const outcome = { status: 'not-started', message: 'no such program' } as const;
  const { problems } = aggregateRecords([makeRecord([makeProfile('after', 0, 1, { outcome })])]);
  expect(problems[0]?.message).toBe(
    'of 1 execution 1 failed (no such program): only the spans that had finished count',
  );
});

test.each([
  [1, 'of 3 executions 1 was interrupted: '],
  [2, 'of 3 executions 2 were interrupted: '],
])('%i interrupted of three are counted in plain English', (count, words) => {
  const profiles = Array.from({ length: 3 }, (_, repeat) =>
    makeProfile('after', repeat, 1, repeat < count ? { outcome: { status: 'interrupted' } } : {}),
  );
  const { problems } = aggregateRecords([makeRecord(profiles)]);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(`^${words}`) as string,
  ]);
});

test('a test that was planned and never measured is named', () => {
  const tests = ['upload', 'download'].map((name) => ({ name, tags: [] }));
  const aggregate = aggregateRecords([makeRecord([makeProfile('before', 0, 1)], { tests })]);
  expect(aggregate.problems).toEqual([
    {
      code: 'test-not-measured',
      message: 'it was planned and never measured',
      test: 'download',
    },
  ]);
});

test('what only the caller knows of the build wins', () => {
  const facts = { id: 'build-7', pullRequest: 12, repository: 'o/r' };
  const { build } = aggregateRecords([makeRecord([], { status: 'interrupted' })], facts);
  expect(build).toMatchObject({ ...facts, suite: 'suite', interrupted: true });
});

test('nothing to aggregate is an error and not an empty build', () => {
  expect(() => aggregateRecords([])).toThrow(/no run record/);
});

test.each([
  { profile: makeProfile('before', 0, 99), code: 'duplicate-repeat' },
  { profile: makeProfile('before', 1000, 99), code: 'too-many-repeats' },
  { profile: makeProfile('before', 1, 99, { test: 'other' }), code: 'test-not-planned' },
])('a record with a fault ($code) keeps its other numbers', ({ profile, code }) => {
  const aggregate = aggregateRecords([makeRecord([makeProfile('before', 0, 1), profile])]);
  expect(aggregate.series.map(({ before }) => before)).toEqual([[1]]);
  expect(codes(aggregate)).toEqual([code]);
});

test('names that mean something to JavaScript are names like any other', () => {
  const name = '__proto__';
  const annotations = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
  const spans = [{ span: 'constructor', annotations, occurrences: 1, values: { latency: 3 } }];
  const profile = makeProfile('before', 0, 1, { test: name, spans });
  const { series, tests } = aggregateRecords([
    makeRecord([profile], { tests: [{ name, tags: [] }] }),
  ]);
  expect(series[0]).toMatchObject({ test: name, span: 'constructor', before: [3] });
  expect(tests[0]?.before.passed).toBe(1);
});
