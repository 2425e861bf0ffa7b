import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
import { countPairs, measureSpread } from '../../src/stats/spread-of-rounds.ts';
import { upperTail } from '../../src/stats/student-t.ts';
import { countTrials } from '../nightly.ts';

const seed = 20_261_124;
const list = <T>(length: number, each: (at: number) => T): T[] =>
  Array.from({ length }, (_, at) => each(at));

test('five runs: the variation and the range are those that one works out by hand', () => {
  const { median, range, rangeOfFive, runs, variation } = measureSpread([[98, 100, 102, 104, 96]]);
  expect({ median, runs }).toEqual({ median: 100, runs: 5 });
  expect(variation.value).toBeCloseTo(Math.sqrt(10) / 100, 12);
  expect(range).toBeCloseTo(0.08, 12);
  expect(rangeOfFive?.value).toBeCloseTo(0.08, 12);
});

test('equal runs do not vary', () => {
  const spread = measureSpread([
    [0.1, 0.1, 0.1],
    [0.1, 0.1, 0.1],
  ]);
  expect(spread.variation).toEqual({ value: 0, low: 0, high: 0 });
  expect(spread).toMatchObject({ range: 0, within: 0, between: 0 });
});

test('the interval of the variation holds the truth in nine of ten samples or more', () => {
  const random = createRandom(seed);
  let held = 0;
  for (let i = 0; i < 400; i += 1) {
    const { low, high } = measureSpread([list(25, () => 1 + 0.03 * drawNormal(random))]).variation;
    if (low <= 0.03 && 0.03 <= high) held += 1;
  }
  expect(held, `seed ${seed}`).toBeGreaterThan(360);
});

test('what varies within rounds and between them is told apart, on the average of many samples', () => {
  const random = createRandom(seed);
  let within = 0;
  let between = 0;
  const samples = 500;
  for (let i = 0; i < samples; i += 1) {
    const spread = measureSpread(
      list(8, (round) => {
        const level = 100 * (1 + 0.04 * drawNormal(random));
        return list(round % 2 === 0 ? 5 : 4, () => level + 2 * drawNormal(random));
      }),
    );
    within += spread.within ** 2 / samples;
    between += spread.between ** 2 / samples;
  }
  expect(Math.sqrt(within), `seed ${seed}`).toBeCloseTo(0.02, 3);
  expect(Math.sqrt(between), `seed ${seed}`).toBeCloseTo(0.04, 2);
});

test('so many pairs find 5% four times in five, by a t-test at one in a hundred', () => {
  const random = createRandom(seed);
  const within = 0.04;
  const pairs = countPairs(within, 0.05);
  let found = 0;
  const samples = countTrials({ byNight: 2_000, byDay: 500 });
  for (let i = 0; i < samples; i += 1) {
    const before = list(pairs, () => within * drawNormal(random));
    const after = list(pairs, () => Math.log(1.05) + within * drawNormal(random));
    if (chanceOf(before, after) <= 0.01) found += 1;
  }
  expect(found / samples, `seed ${seed}, ${pairs} pairs`).toBeGreaterThan(0.77);
  expect(found / samples, `seed ${seed}, ${pairs} pairs`).toBeLessThan(0.85);
});

test('never fewer than five pairs, and no number where there are more than ten thousand', () => {
  expect(countPairs(0, 0.05)).toBe(5);
  expect(countPairs(5, 0.05)).toBe(Infinity);
});

function chanceOf(before: readonly number[], after: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const squares = (values: readonly number[]) =>
    values.reduce((sum, one) => sum + (one - mean(values)) ** 2, 0);
  const df = before.length + after.length - 2;
  const variance = (squares(before) + squares(after)) / df;
  const error = Math.sqrt(variance * (1 / before.length + 1 / after.length));
  return upperTail((mean(after) - mean(before)) / error, df);
}
