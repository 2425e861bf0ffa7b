import { expect, test } from 'vitest';
import { digamma, invertTrigamma, tetragamma, trigamma } from '../../src/stats/gamma-functions.ts';

const euler = 0.5772156649015329;

test.each([
  [1, -euler],
  [0.5, -euler - 2 * Math.LN2],
  [2, 1 - euler],
  [2.1, 0.485336],
])('digamma(%d) is %d', (x, expected) => {
  expect(digamma(x)).toBeCloseTo(expected, 6);
});

test.each([
  [1, Math.PI ** 2 / 6],
  [0.5, Math.PI ** 2 / 2],
  [2.1, 0.606853],
])('trigamma(%d) is %d', (x, expected) => {
  expect(trigamma(x)).toBeCloseTo(expected, 6);
});

test('tetragamma(1) is -2 ζ(3)', () => {
  expect(tetragamma(1)).toBeCloseTo(-2 * 1.2020569031595942, 10);
});

test.each([0.05, 0.4, 1.7, 6, 11.9, 12, 40, 1000])(
  'each is the slope of the one before it at %d',
  (x) => {
    const h = x * 1e-4;
    const slope = (f: (at: number) => number) => (f(x + h) - f(x - h)) / (2 * h);
    expect(slope(digamma) / trigamma(x)).toBeCloseTo(1, 6);
    expect(slope(trigamma) / tetragamma(x)).toBeCloseTo(1, 6);
  },
);

test.each([
  [0.001, 1000.5],
  [0.1, 10.491682],
  [0.5, 2.459953],
  [1, 1.426255],
  [2, 0.876664],
  [5, 0.496169],
])('the inverse of trigamma at %d is %d', (value, expected) => {
  expect(Math.abs(invertTrigamma(value) / expected - 1)).toBeLessThan(1e-6);
});

test('the inverse undoes trigamma over six orders of magnitude', () => {
  for (let y = 0.01; y < 1e4; y *= 1.7) expect(invertTrigamma(trigamma(y)) / y).toBeCloseTo(1, 9);
});
