import { expect, test } from 'vitest';
import type { Metric, SeriesVerdict } from '../../../src/contract/documents.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { latency, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const instructions: Metric = {
  ...{ name: 'instructions', unit: 'count', direction: 'lower', kind: 'count' },
  ...{ source: 'callgrind', scope: 'tree', exactness: 'exact' },
};

type Functions = NonNullable<Parameters<typeof sampleAggregate>[1]>['functions'];

function judgeCounts(
  before: number[],
  after: number[],
  functions: Functions = [],
  others: Parameters<typeof sampleAggregate>[0] = [],
): SeriesVerdict[] {
  const counted = sampleSeries(before, after, { metric: 'instructions' });
  const metrics = [latency, instructions];
  const aggregate = sampleAggregate([counted, ...others], { metrics, functions });
  return judge(aggregate, { rules: [], tagsOf: new Map(), today: '2026-01-01' }).series;
}

const stateOf = (before: number[], after: number[]): string | undefined =>
  judgeCounts(before, after)[0]?.state;

test.each([
  ['equal counts', [1e8, 1e8], [1e8, 1e8], 'not-regressed'],
  ['one percent more', [1e8, 1e8], [1.01e8, 1.01e8], 'regressed'],
  ['a little less than one percent', [1e8, 1e8], [1.0099e8, 1.0099e8], 'not-regressed'],
  ['two percent less', [1e8, 1e8], [0.98e8, 0.98e8], 'improved'],
  [
    'two percent more, nearly the same each time',
    [1e8, 100_000_400],
    [1.02e8, 102_000_600],
    'regressed',
  ],
  ['too near to the threshold', [1e8, 100_020_000], [1.01e8, 101_020_000], 'undecided'],
  [
    'runs that differ by more than a tenth of a percent',
    [1e8, 1.002e8],
    [1.2e8, 1.2e8],
    'undecided',
  ],
  ['few instructions, below the absolute threshold', [2e4, 2e4], [2.5e4, 2.5e4], 'not-regressed'],
  ['one run', [1e8], [1.2e8], 'undecided'],
])('%s: two runs decide', (_, before, after, state) => {
  expect(stateOf(before, after)).toBe(state);
});

test('a red series names the function that moved it, how often it was called and from where', () => {
  const parse = {
    ...{ name: 'parse_float', before: 4_000_000, after: 5_200_000 },
    ...{ callsBefore: 10_000, callsAfter: 13_000, caller: 'load' },
  };
  const [series] = judgeCounts(
    [1e8, 1e8],
    [1.0125e8, 1.0125e8],
    [{ test: 'upload', between: 'sides', functions: [parse] }],
  );

  expect(series?.reason).toBe(
    '1.25% more than before: 101,250,000 instead of 100,000,000, the same in every run; 1% is allowed; ' +
      '`parse_float` +1,200,000 (30% more), 96% of the increase, called 13,000 times instead of 10,000, from `load`',
  );
});

test('counts that differ name their likely source', () => {
  const lock = { name: 'pthread_mutex_lock', before: 1, after: 2e6, callsBefore: 1, callsAfter: 9 };
  const [series] = judgeCounts(
    [1e8, 1.02e8],
    [1e8, 1e8],
    [{ test: 'upload', between: 'runs', functions: [lock] }],
  );

  expect(series?.reason).toContain(
    'most of it in `pthread_mutex_lock` (threads: let it run in one)',
  );
});

test('latency that grew says that its instructions did not', () => {
  const slower = sampleSeries(
    Array.from({ length: 20 }, (_, i) => 1e8 + i * 1e4),
    Array.from({ length: 20 }, (_, i) => 1.3e8 + i * 1e4),
  );
  const series = judgeCounts([1e8, 1e8], [1e8, 1e8], [], [slower]);

  expect(series.find(({ metric }) => metric === 'latency')?.reason).toContain(
    'its instructions did not grow',
  );
});
