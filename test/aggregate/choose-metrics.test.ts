import { expect, test } from 'vitest';
import type { Metric, Profile } from '../../src/contract/documents.ts';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import { judge } from '../../src/verdict/judge.ts';
import { host, latency, makeProfile, makeRecord } from './make-record.ts';

const sampled: Metric = { ...latency, source: 'sampled' };
const aggregateProfiles = (...profiles: Profile[]) => aggregateRecords([makeRecord(profiles)]);
const other = { ...host, fingerprint: 'e'.repeat(64) };

test('sides that were measured in different ways are not compared, and the report can say why', () => {
  const { series, problems } = aggregateProfiles(
    makeProfile('before', 0, 10),
    makeProfile('before', 1, 11),
    makeProfile('before', 2, 12),
    makeProfile('after', 0, 20, { metrics: [sampled] }),
    makeProfile('after', 1, 21, { metrics: [sampled] }),
  );
  expect(series).toHaveLength(1);
  expect(series[0]?.before).toEqual([10, 11, 12]);
  expect(series[0]?.after).toEqual([null, null, null]);
  expect(problems.map(({ code }) => code)).toEqual([
    'metric-source-differs',
    'metric-not-comparable',
  ]);
  expect(problems[1]).toMatchObject({ test: 'upload' });
  expect(problems[1]?.message).toMatch(/before as sdk-clock .* and after as sampled/);
});

test('what is measured in another way after, more often than before, is not taken for new', () => {
  const aggregate = aggregateProfiles(
    makeProfile('before', 0, 10),
    ...[0, 1, 2].map((repeat) => makeProfile('after', repeat, 20, { metrics: [sampled] })),
  );
  expect(aggregate.series.map(({ before, after }) => [before, after])).toEqual([
    [
      [10, null, null],
      [null, null, null],
    ],
  ]);
  const verdict = judge(aggregate, { rules: [], today: '2026-11-21', tagsOf: new Map() });
  expect(verdict.conclusion).toBe('undecided');
  expect(verdict.problems.map(({ code }) => code)).toContain('metric-not-comparable');
});

test('of several ways the one with most pairs counts, not the one with most executions', () => {
  const { series, problems } = aggregateProfiles(
    ...[0, 1, 2, 3].map((repeat) => makeProfile('before', repeat, 10, { metrics: [sampled] })),
    makeProfile('before', 4, 11),
    makeProfile('after', 3, 20),
    makeProfile('after', 4, 21),
  );
  expect(series[0]?.before).toEqual([null, null, null, null, 11]);
  expect(series[0]?.after).toEqual([null, null, null, 20, 21]);
  expect(problems[1]?.message).toContain('3 of 7 executions');
});

test('where ways differ in exactness, the verdict is told of the least exact that counts', () => {
  const ticks: Metric = { ...latency, source: 'ticks', exactness: 'ticks', resolution: 1e7 };
  const tests = ['a', 'b', 'c'].map((name) => ({ name, tags: [] }));
  const profiles = tests.flatMap(({ name }) =>
    (['before', 'after'] as const).map((side) =>
      makeProfile(side, 0, 1, { test: name, metrics: [name === 'b' ? ticks : latency] }),
    ),
  );
  expect(aggregateRecords([makeRecord(profiles, { tests })]).metrics).toEqual([ticks]);
});

test('tests on different hosts may measure in different ways, each within itself', () => {
  const shard = (index: number, metric: Metric) =>
    makeRecord(
      (['before', 'after'] as const).map((side) =>
        makeProfile(side, 0, index, { test: `test ${index}`, metrics: [metric] }),
      ),
      {
        shard: { index, total: 2, attempt: 1 },
        tests: [{ name: `test ${index}`, tags: [] }],
        host: index === 0 ? host : other,
      },
    );
  const aggregate = aggregateRecords([shard(0, latency), shard(1, sampled)]);
  expect(aggregate.series.map(({ before, after }) => [before, after])).toEqual([
    [[0], [0]],
    [[1], [1]],
  ]);
  expect(aggregate.hosts).toEqual([host, other]);
  expect(aggregate.problems).toHaveLength(1);
});

test('a metric whose unit differs from the rest of the build is left out', () => {
  const bytes: Metric = { ...latency, unit: 'bytes', kind: 'count' };
  const profiles = [
    makeProfile('before', 0, 1),
    makeProfile('after', 0, 1),
    makeProfile('before', 0, 9, { test: 'odd', metrics: [bytes] }),
  ];
  const tests = ['upload', 'odd'].map((name) => ({ name, tags: [] }));
  const { series, metrics, problems } = aggregateRecords([makeRecord(profiles, { tests })]);
  expect(metrics).toEqual([latency]);
  expect(series.map((each) => each.test)).toEqual(['upload']);
  expect(problems[0]?.message).toContain('measured in 2 ways');
  expect(problems[1]).toMatchObject({ code: 'metric-left-out', test: 'odd' });
});

test('beyond 200 metrics the rest is left out and counted', () => {
  const metrics = Array.from({ length: 150 }, (_, index) => ({ ...latency, name: `a${index}` }));
  const more = metrics.map((metric) => ({ ...metric, name: `b${metric.name}` }));
  const { metrics: kept, problems } = aggregateProfiles(
    makeProfile('before', 0, 1, { metrics }),
    makeProfile('after', 0, 1, { metrics: more }),
  );
  expect(kept).toHaveLength(200);
  expect(problems[0]).toMatchObject({ code: 'too-many-metrics' });
  expect(problems[0]?.message).toContain('100 metrics');
});
