import { expect, test } from 'vitest';
import type { Aggregate, SeriesSamples } from '../../src/contract/documents.ts';
import { pointsOfBuild } from '../../src/store/points-of-build.ts';
import { commitOf } from './make-build.ts';

const key = { repository: 'acme/sync', suite: 'sync', runId: '812' };
const identity = { key, atMs: 1_790_000_000_000.7 };

function makeSeries(fields: Partial<SeriesSamples> = {}): SeriesSamples {
  return {
    test: 'upload',
    span: 'send',
    annotations: { size: 1 },
    platform: 'linux-x64',
    metric: 'latency',
    before: [10, null, 12],
    after: [20, 21, null],
    ...fields,
  };
}

function makeAggregate(
  series: SeriesSamples[],
  build: Partial<Aggregate['build']> = {},
): Aggregate {
  return {
    schema: 'perigee/aggregate',
    version: 1,
    build: {
      id: 'r1',
      suite: 'sync',
      before: { commit: commitOf(1), label: 'main' },
      after: { commit: commitOf(2), label: 'faster' },
      startedAt: '2026-11-21T06:00:00Z',
      ...build,
    },
    shards: { total: 2, received: [0], missing: [1] },
    plan: { repeats: 3, maxRepeats: 10, outliersPerFive: 1 },
    hosts: [],
    metrics: [
      {
        ...{ name: 'latency', unit: 'ns', direction: 'lower', kind: 'duration' },
        ...{ source: 'sdk-clock', scope: 'process', exactness: 'exact' },
      },
    ],
    series,
    tests: [],
    problems: [],
  };
}

test('each repeat of a span is one point with all its metrics; a gap is no point', () => {
  const cpu = makeSeries({ metric: 'cpu.user', before: [1, 2, null], after: [null, 4, null] });
  const { points } = pointsOfBuild(makeAggregate([makeSeries(), cpu]), identity);
  expect(points.map(({ side, repeat, values }) => [side, repeat, values])).toEqual([
    ['before', 0, { latency: 10, 'cpu.user': 1 }],
    ['before', 1, { 'cpu.user': 2 }],
    ['before', 2, { latency: 12 }],
    ['after', 0, { latency: 20 }],
    ['after', 1, { latency: 21, 'cpu.user': 4 }],
  ]);
  expect(points[0]).toMatchObject({ test: 'upload', span: 'send', annotations: { size: 1 } });
});

test('spans that differ in one annotation, and only in its type, are not mixed', () => {
  const text = makeSeries({ annotations: { size: '1' } });
  expect(pointsOfBuild(makeAggregate([makeSeries(), text]), identity).points).toHaveLength(8);
});

test('values that the verdict set aside are marked and kept', () => {
  const series = makeSeries();
  const verdict = {
    series: [
      {
        ...series,
        before: { values: series.before, rejected: [2] },
        after: { values: series.after, rejected: [] },
      },
    ],
  };
  const { points } = pointsOfBuild(makeAggregate([series]), { ...identity, verdict });
  expect(points.map(({ outliers }) => outliers)).toEqual([[], ['latency'], [], []]);
  expect(points[1]?.values).toEqual({ latency: 12 });
});

test('where the change was measured alone there is no point of before', () => {
  const alone = makeAggregate([makeSeries({ before: [] })], { sides: ['after'] });
  expect(pointsOfBuild(alone, identity).points.map(({ side }) => side)).toEqual(['after', 'after']);
});

test('the build carries what its CI knows, under the id that the CI gave it', () => {
  const facts = {
    branch: 'faster',
    branchKind: 'pull-request',
    parents: [commitOf(1)],
    author: 'Ada',
    pullRequest: 17,
    committedAt: '2026-11-21T05:00:00Z',
    links: { build: 'https://ci.example.com/812' },
  } as const;
  const { committedAt, ...same } = facts;
  const aggregate = makeAggregate([], { ...facts, parents: [...facts.parents] });
  expect(pointsOfBuild(aggregate, identity).build).toEqual({
    ...key,
    ...same,
    atMs: 1_790_000_000_000,
    commit: commitOf(2),
    baseline: commitOf(1),
    committedAtMs: Date.parse(committedAt),
    isComplete: false,
    metrics: [{ name: 'latency', unit: 'ns', direction: 'lower', kind: 'duration' }],
  });
  expect(pointsOfBuild(makeAggregate([]), identity).build.branchKind).toBe('other');
});
