/** What a series is called after so many pairs, in a plan that lets each have a hundred. */
import { expect, test } from 'vitest';
import { judge } from '../../../src/verdict/judge.ts';
import { planLooks } from '../../../src/verdict/rule/plan-looks.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const plan = { repeats: 5, maxRepeats: 100, outliersPerFive: 1 };

/** Runs that vary by 1%, evenly and without chance. */
const around = (ms: number, pairs: number, turn = 0): number[] =>
  Array.from({ length: pairs }, (_, pair) => {
    const share = (0.618 * (pair + turn)) % 1;
    return ms * 1e6 * (0.99 + 0.02 * share);
  });

function judgeAfter(before: number[], after: (number | null)[], others = 0, own = plan) {
  const pairs = before.length;
  const quiet = Array.from({ length: others }, (_, index) =>
    sampleSeries(around(100, pairs, index), around(100, pairs, index + 0.4), {
      span: `quiet ${index}`,
    }),
  );
  const aggregate = sampleAggregate([sampleSeries(before, after), ...quiet], { plan: own });
  const one = judge(aggregate, options).series.find(({ span }) => span === 'send');
  if (one === undefined) throw new Error('the series is missing from the verdict');
  return one;
}

test.each([
  [5, 'undecided'],
  [9, 'undecided'],
  [10, 'regressed'],
])('a series that is 30%% slower in each of %d pairs is %s', (pairs, state) => {
  expect(judgeAfter(around(100, pairs), around(130, pairs, 0.3)).state).toBe(state);
});

test.each([
  [10, 'undecided'],
  [20, 'regressed'],
])('beside fifty others it is, after %d pairs, %s', (pairs, state) => {
  expect(judgeAfter(around(100, pairs), around(130, pairs, 0.3), 50).state).toBe(state);
});

test('what turned red stays red, though later pairs bring it below its limit', () => {
  const late = around(104, 30, 0.3);
  const after = [...around(107, 10, 0.3), ...late];
  const one = judgeAfter(around(100, 40), after);
  expect(one.state).toBe('regressed');
  expect(one.evidence.change).toBeGreaterThan(0.05);
  expect(judgeAfter(around(100, 40), around(104, 40, 0.3)).state).toBe('not-regressed');
});

test.each([85, 95, 100])('what is red after 80 pairs is red after %d', (pairs) => {
  const after = [104, 104, 106, 107.5].flatMap((ms) => around(ms, 20, 0.3));
  after.push(...around(60, pairs - 80, 0.3));
  expect(judgeAfter(around(100, 80), after.slice(0, 80)).state).toBe('regressed');
  expect(judgeAfter(around(100, pairs), after).state).toBe('regressed');
});

test('a few pairs that differ much are no regression: the number of those that are worse decides too', () => {
  const before = around(100, 10);
  const after = around(100, 10, 0.3).map((value, pair) => (pair < 4 ? 1.6 * value : value));
  expect(judgeAfter(before, after).state).not.toBe('regressed');
});

test('a look in which too few pairs are worse holds back no later one, however small its p', () => {
  const before = around(100, 15).map((value, pair) =>
    pair === 1 || pair === 5 ? 2 * value : value,
  );
  const after = around(150, 15, 0.3);
  expect(judgeAfter(before.slice(0, 10), after.slice(0, 10)).state).toBe('undecided');
  expect(judgeAfter(before, after).state).toBe('regressed');
});

test('a lost pair makes a look wait for the next one, if there may be one', () => {
  const [before, after] = [around(100, 11), around(150, 11, 0.3)];
  const lost = after.map((value, pair) => (pair === 3 ? null : value));
  const judged = (pairs: number) => judgeAfter(before.slice(0, pairs), lost.slice(0, pairs)).state;
  expect([judged(10), judged(11)]).toEqual(['undecided', 'regressed']);
  const ends = { ...plan, maxRepeats: 10 };
  expect(judgeAfter(before.slice(0, 10), lost.slice(0, 10), 0, ends).state).toBe('regressed');
});

test('more pairs see smaller changes, until what builds may differ by is left', () => {
  const seen = [10, 20, 40, 80].map((pairs) => {
    const { evidence } = judgeAfter(around(100, pairs), around(100, pairs, 0.3));
    return evidence.smallestVisible ?? Infinity;
  });
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  expect(seen.at(-1)).toBeGreaterThan(0.04);
});

test.each([
  { most: 100, blocking: 50, pairs: [10, 15, 20, 30, 40, 60, 80] },
  { most: 100, blocking: 51, pairs: [20, 30, 40, 60, 80] },
  { most: 20, blocking: 5, pairs: [10, 15, 20] },
  { most: 20, blocking: 5, pairs: [10, 15, 20], timeNs: 6e10 },
  { most: 15, blocking: 5, pairs: [10, 15] },
  { most: 24, blocking: 5, pairs: [10, 15, 24] },
  { most: 24, blocking: 5, pairs: [10, 15, 20, 24], timeNs: 6e10 },
  { most: 30, blocking: 5, pairs: [10, 15, 20, 30] },
  { most: 5, blocking: 5, pairs: [5] },
  { most: 10, blocking: 200, pairs: [10] },
])(
  'up to $most pairs of $blocking series: looks at $pairs',
  ({ most, blocking, pairs, timeNs }) => {
    const plan = { repeats: 5, maxRepeats: most, timeNs, outliersPerFive: 1 };
    const looks = planLooks(plan, blocking);
    expect(looks.map((look) => look.pairs)).toEqual(pairs);
    expect(looks.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  },
);
