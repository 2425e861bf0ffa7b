import { expect, test } from 'vitest';
import { describeLevel } from '../../src/history/describe-level.ts';
import { fitRuns } from '../../src/history/summarize-history.ts';

const below = { value: -52, error: 30 };

test('a level of values that were never negative is not negative, nor is its interval', () => {
  const scale = { isLogarithm: false, isNeverNegative: true };
  expect(describeLevel(below, scale)).toEqual({ value: 0, low: 0, high: expect.closeTo(6.8) });
  expect(describeLevel({ value: 100, error: 10 }, scale)).toMatchObject({ value: 100 });
});

test('values of a suite may be negative, and so may their levels', () => {
  const scale = { isLogarithm: false, isNeverNegative: false };
  expect(describeLevel(below, scale)).toMatchObject({ value: -52, low: expect.closeTo(-110.8) });
});

test.each([
  [[1, 2, 3], { isLogarithm: true, isNeverNegative: true }],
  [[0, 2, 3], { isLogarithm: false, isNeverNegative: true }],
  [[-1, 2, 3], { isLogarithm: false, isNeverNegative: false }],
])('%j says what its levels may be', (values, scale) => {
  const runs = [0, 1].map((place) => ({ id: `${place}`, sides: [{ place, values }] }));
  expect(fitRuns(runs, new Set())).toMatchObject(scale);
});
