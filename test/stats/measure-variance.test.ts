import { expect, test } from 'vitest';
import { expectTrimmedVariance } from '../../src/stats/expected-variance.ts';
import { locate } from '../../src/stats/locate.ts';
import { measureKeptVariance, measureVariance } from '../../src/stats/measure-variance.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';

test('the expected trimmed variance is the tabulated one, and 1 where nothing is trimmed', () => {
  expect(expectTrimmedVariance(5, 1)).toBe(0.4743);
  expect(expectTrimmedVariance(20, 1)).toBe(0.4498);
  expect(expectTrimmedVariance(4, 1)).toBe(1);
  expect(expectTrimmedVariance(20, 0)).toBe(1);
});

test.each([
  [41, 0.4491],
  [100, 0.4401],
  [199, 0.4428],
  [1000, 0.4379],
])('beyond the table the formula for %d runs meets the simulated %d', (n, simulated) => {
  expect(expectTrimmedVariance(n, 1)).toBeCloseTo(simulated, 2);
});

test.each([
  [4, 4],
  [5, 5],
  [5, 20],
  [13, 9],
])('normal sides of %d and %d runs give a variance of 1 on average', (before, after) => {
  const seed = 99;
  const random = createRandom(seed);
  const draw = (n: number) =>
    Array.from({ length: n }, () => drawNormal(random)).sort((a, b) => a - b);
  let sum = 0;
  const trials = 8000;
  for (let i = 0; i < trials; i += 1) sum += measureVariance(draw(before), draw(after), 1).variance;
  expect(Math.abs(sum / trials - 1), `seed ${seed}`).toBeLessThan(0.04);
});

test('five runs a side are worth 4.2 degrees of freedom, twenty 21', () => {
  const five = [1, 2, 3, 4, 5];
  const twenty = Array.from({ length: 20 }, (_, i) => i);
  expect(measureVariance(five, five, 1).df).toBeCloseTo(4.2, 12);
  expect(measureVariance(twenty, twenty, 1).df).toBeCloseTo(21, 12);
});

test('one outlier of five leaves the variance as it was, two do not', () => {
  const quiet = [1, 2, 3, 4];
  const one = measureVariance([...quiet, 100], [...quiet, 100], 1).variance;
  const two = measureVariance([1, 2, 3, 100, 101], [...quiet, 100], 1).variance;
  expect(one).toBeLessThan(5);
  expect(two).toBeGreaterThan(500);
});

test('the runs that screening keeps give a variance of 1 on average, outliers or not', () => {
  const seed = 100;
  const random = createRandom(seed);
  const drawSide = () => {
    const runs = Array.from({ length: 9 }, () => drawNormal(random)).sort((a, b) => a - b);
    return [...runs, 40];
  };
  let sum = 0;
  const trials = 8000;
  for (let i = 0; i < trials; i += 1) {
    const sides = [drawSide(), drawSide()].map((side) => [side, locate(side, 1)] as const);
    const kept = measureKeptVariance(sides);
    expect(kept?.df).toBeGreaterThan(8);
    sum += kept?.variance ?? 0;
  }
  expect(Math.abs(sum / trials - 1), `seed ${seed}`).toBeLessThan(0.04);
});

test('of two sides with two kept runs each there is no variance to rely on', () => {
  const side = [1, 2, 900];
  const kept = { value: 1.5, from: 0, to: 2 };
  const sides = [[side, kept] as const, [side, kept] as const];
  expect(measureKeptVariance(sides)).toBeUndefined();
});
