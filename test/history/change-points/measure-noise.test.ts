import { expect, test } from 'vitest';
import { spreadTies } from '../../../src/history/change-points/measure-noise.ts';
import { drawValues } from './draw-values.ts';

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
