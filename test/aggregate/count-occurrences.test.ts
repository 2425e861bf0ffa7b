/** Records of sides with several builds, honest and forged. */
import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { RunRecord } from '../../src/contract/documents.ts';
import { pointsOfBuild } from '../../src/store/points-of-build.ts';
import { judge } from '../../src/verdict/judge.ts';
import { makeProfile, makeRecord } from './make-record.ts';

/** Five pairs; a side says how often its span occurs in each, and how long one occurrence takes in ms. */
function measure(before: [times: number[], ms: number[]], after: [times: number[], ms: number[]]) {
  const profiles = [0, 1, 2, 3, 4].flatMap((repeat) =>
    (['before', 'after'] as const).map((side) => {
      const [times, ms] = side === 'before' ? before : after;
      const mean = (ms[repeat] as number) * 1e6 * (1 + repeat / 1000);
      const occurrences = times[repeat] as number;
      const spans = [{ span: 'work', annotations: {}, occurrences, values: { latency: mean } }];
      return makeProfile(side, repeat, mean * occurrences, { spans });
    }),
  );
  const aggregate = aggregateRecords([makeRecord(profiles)]);
  const verdict = judge(aggregate, { rules: [], today: '2026-01-01', tagsOf: new Map() });
  return { aggregate, verdict, state: verdict.series[0]?.state };
}

const five = (value: number): number[] => [value, value, value, value, value];

test('a three times slower span with nine empty occurrences beside it is a regression', () => {
  const { aggregate, verdict, state } = measure([five(1), five(30)], [five(10), five(9)]);
  expect(state).toBe('regressed');
  const told = verdict.problems.find(({ code }) => code === 'occurrences-differ');
  expect(told).toMatchObject({ test: 'upload', message: expect.stringContaining('"work" 1 → 10') });
  const identity = { key: { repository: 'r', suite: 's', runId: '1', attempt: 1 }, atMs: 0 };
  const kept = pointsOfBuild(aggregate, identity).points.map(({ values }) => values['latency']);
  expect(Math.max(...kept.map((value) => value ?? 0))).toBeLessThan(31e6);
});

test('empty occurrences whose number varies do not hide it either', () => {
  const times = [3, 12, 7, 10, 5];
  const { state } = measure([five(1), five(30)], [times, times.map((n) => 90 / n)]);
  expect(state).toBe('regressed');
});

test('the same work in fewer occurrences is no regression', () => {
  expect(measure([five(10), five(3)], [five(1), five(30)]).state).toBe('not-regressed');
});

test('a test that repeats for a fixed time is judged by the mean of an occurrence', () => {
  const [often, seldom] = [
    [1000, 1003, 998, 1001, 999],
    [500, 503, 498, 501, 499],
  ];
  const mean = (times: number[]) => times.map((n) => 10_000 / n);
  const { verdict, state } = measure([often, mean(often)], [seldom, mean(seldom)]);
  expect(state).toBe('regressed');
  expect(verdict.problems.map(({ code }) => code)).not.toContain('occurrences-differ');
});

test('counts that vary alike on both sides change nothing', () => {
  const [a, b] = [
    [100, 104, 98, 101, 96],
    [99, 105, 97, 107, 100],
  ];
  const { aggregate } = measure([a, five(10)], [b, five(10)]);
  expect(aggregate.series[0]?.occurrences).toEqual({ before: 100, after: 100 });
});

test('counts that are random on both sides do not differ, however far their medians are apart', () => {
  const [a, b] = [
    [14, 5, 15, 16, 4],
    [10, 6, 13, 16, 4],
  ];
  const { verdict, aggregate } = measure([a, five(10)], [b, five(10)]);
  expect(aggregate.series[0]?.occurrences).toEqual({ before: 14, after: 10 });
  expect(verdict.problems.map(({ code }) => code)).not.toContain('occurrences-differ');
});

/** Records of sides with several builds, honest and forged. */
const { plan } = makeRecord([]);

function record(buildOf: (repeat: number) => number, more: Partial<RunRecord> = {}): RunRecord {
  const profiles = [0, 1, 2, 3].flatMap((repeat) =>
    (['before', 'after'] as const).map((side) =>
      makeProfile(side, repeat, 1e6 + repeat, { build: buildOf(repeat) }),
    ),
  );
  return makeRecord(profiles, { plan: { ...plan, builds: 2 }, ...more });
}

test('the aggregate says how many builds a side has', () => {
  const { plan: folded, problems } = aggregateRecords([record((repeat) => repeat % 2)]);
  expect(folded.builds).toBe(2);
  expect(problems).toEqual([]);
  expect(aggregateRecords([makeRecord([])]).plan).not.toHaveProperty('builds');
});

test('a repeat that claims another build than its own is left out, and named', () => {
  const { problems, series } = aggregateRecords([
    record((repeat) => (repeat === 2 ? 1 : repeat % 2)),
  ]);
  const values = series.find(({ span }) => span === 'work');
  expect(values?.before[2] ?? null).toBeNull();
  expect(problems).toContainEqual({
    code: 'other-build',
    message:
      'repeat 2 says that it ran in build 2 of its side, and belongs to build 1; left out (on both sides)',
    test: 'upload',
  });
});

test('shards with other numbers of builds are not one build', () => {
  const shard = (index: number, builds: number): RunRecord =>
    makeRecord([makeProfile('before', 0, 1e6, { test: `test ${index}`, build: 0 })], {
      id: `run-${index}`,
      shard: { index, total: 2, attempt: 1 },
      tests: [{ name: `test ${index}`, tags: [] }],
      plan: { ...plan, builds },
    });
  const { problems } = aggregateRecords([shard(0, 2), shard(1, 4)]);
  expect(problems).toContainEqual({
    code: 'foreign-shard',
    message: expect.stringContaining('another number of repeats or builds') as string,
  });
});
