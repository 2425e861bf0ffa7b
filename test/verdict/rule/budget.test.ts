import { expect, test } from 'vitest';
import { chooseRate, planLooks } from '../../../src/verdict/rule/budget.ts';
import { sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const repeats = (n: number) => Array.from({ length: n }, () => 1);

test.each([
  [5, 5, 20, 1, 4],
  [6, 5, 20, 2, 4],
  [10, 5, 20, 2, 4],
  [20, 5, 20, 4, 4],
  [30, 5, 20, 4, 4],
  [3, 3, 3, 1, 1],
  [10, 10, 12, 1, 2],
])('%d repeats of a plan from %d to %d are look %d of %d', (seen, from, to, look, looks) => {
  const plan = { repeats: from, maxRepeats: to, outliersPerFive: 1 };
  const series = [sampleSeries(repeats(2), repeats(2)), sampleSeries(repeats(1), repeats(seen))];
  expect(planLooks(sampleAggregate(series, { plan }))).toEqual({ look, looks, repeats: seen });
});

test.each([
  [5, 1, 0.0025],
  [5, 50, 0.0025],
  [5, 100, 0.00625],
  [5, 1000, 0.01],
  [10, 1, 0.004],
  [10, 50, 0.004],
  [10, 100, 0.007],
  [10, 200, 0.01],
  [20, 100_000, 0.01],
])('at %d repeats a family of %d may spend %d', (seen, tested, rate) => {
  expect(chooseRate({ look: 1, looks: 4, repeats: seen }, tested)).toBeCloseTo(rate, 10);
});

test('more looks share what three may spend', () => {
  const seven = chooseRate({ look: 7, looks: 7, repeats: 35 }, 10);
  expect(seven * 6).toBeCloseTo(0.004 * 3, 10);
});

test('a restless family spends like a small one', () => {
  expect(chooseRate({ look: 2, looks: 4, repeats: 10 }, 1000, true)).toBe(0.004);
});

test('an empty family spends like a small one', () => {
  expect(chooseRate({ look: 2, looks: 4, repeats: 10 }, 0)).toBe(0.004);
});
