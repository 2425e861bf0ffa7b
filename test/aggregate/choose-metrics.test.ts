import { expect, test } from 'vitest';
import type { Metric } from '../../src/contract/documents.ts';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import { host, latency, makeProfile, makeRecord } from './make-record.ts';

const sampled: Metric = { ...latency, source: 'sampled' };
const other = { ...host, fingerprint: 'e'.repeat(64) };

test('sides that were measured in different ways are not compared, and the report can say why', () => {
  const { series, problems } = aggregateRecords([
    makeRecord([
      makeProfile('before', 0, 10),
      makeProfile('before', 1, 11),
      makeProfile('before', 2, 12),
      makeProfile('after', 0, 20, { metrics: [sampled] }),
      makeProfile('after', 1, 21, { metrics: [sampled] }),
    ]),
  ]);
  expect(series).toHaveLength(1);
  expect(series[0]?.before).toEqual([10, 11, 12]);
  expect(series[0]?.after).toEqual([null, null, null]);
  expect(problems.map(({ code }) => code)).toEqual([
    'metric-source-differs',
    'metric-source-differs',
  ]);
  expect(problems[1]).toMatchObject({ test: 'upload' });
  expect(problems[1]?.message).toContain('3 of 5 executions');
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
});

test('beyond 200 metrics the rest is left out and counted', () => {
  const metrics = Array.from({ length: 150 }, (_, index) => ({ ...latency, name: `a${index}` }));
  const more = metrics.map((metric) => ({ ...metric, name: `b${metric.name}` }));
  const { metrics: kept, problems } = aggregateRecords([
    makeRecord([
      makeProfile('before', 0, 1, { metrics }),
      makeProfile('after', 0, 1, { metrics: more }),
    ]),
  ]);
  expect(kept).toHaveLength(200);
  expect(problems[0]).toMatchObject({ code: 'too-many-metrics' });
  expect(problems[0]?.message).toContain('100 metrics');
});
