import { describe, expect, test } from 'vitest';
import { spreadTies } from '../../../src/history/change-points/measure-noise.ts';
import { summarise, sumUp } from '../../../src/history/change-points/running-sums.ts';
import { isTrend } from '../../../src/history/change-points/trend.ts';
import { drawValues } from './draw-values.ts';

describe('measure noise', () => {
  test('values of a coarse clock are spread over its grain, and by no more', () => {
    const coarse = Float64Array.from(drawValues(1, 200), (value) => 4 * Math.round(value / 4));
    const spread = spreadTies(coarse);
    const moved = spread.map((value, at) => Math.abs(value - (coarse[at] ?? NaN)));
    expect(Math.max(...moved)).toBeLessThanOrEqual(2);
    expect(new Set(spread).size).toBeGreaterThan(190);
    expect(spreadTies(coarse)).toEqual(spread);
  });

  test('values that differ, and exact ones that seldom change, stay as they are', () => {
    const fine = Float64Array.from(drawValues(2, 200));
    expect(spreadTies(fine)).toBe(fine);
    const exact = Float64Array.from({ length: 80 }, (_, at) => (at < 40 ? 1000 : 1100));
    expect(spreadTies(exact)).toBe(exact);
  });
});

describe('trend', () => {
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
});
