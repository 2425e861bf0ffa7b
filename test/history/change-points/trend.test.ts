import { expect, test } from 'vitest';
import { summarise, sumUp } from '../../../src/history/change-points/running-sums.ts';
import { isTrend } from '../../../src/history/change-points/trend.ts';

const ones = new Float64Array(40).fill(1);

test.each([
  ['a slope alone', 0.1, 0, true],
  ['a step that is not clear beyond its slope', 0.07, 2, true],
  ['a step that is clear beyond it', 0.07, 4, false],
  ['a step between levels', 0, 2, false],
])('%s: told from a slope', (_, slope, step, expected) => {
  // The noise is one standard deviation, up and down in turns.
  const values = ones.map((one, at) => slope * at + (at < 20 ? 0 : step) + (at % 2 ? one : -one));
  const series = {
    ...{ values, raw: values, weights: ones, deviations: ones, isLogarithm: false },
    ...{ variance: 1, correlation: 0, inflation: 1 },
  };
  const sums = sumUp(series);
  expect(isTrend(summarise(sums, 0, 20), summarise(sums, 20, 40), series, 4.5)).toBe(expected);
});
