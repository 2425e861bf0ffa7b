import { expect, test } from 'vitest';
import { upperQuantile, upperTail } from '../../src/stats/student-t.ts';

/** The definition: the density integrated by Simpson's rule over u = t/(1+t). */
function integrateTail(t: number, df: number): number {
  const density = (x: number) => (1 + (x * x) / df) ** (-(df + 1) / 2);
  const integrate = (from: number) => {
    const steps = 20_000;
    let sum = 0;
    for (let i = 0; i <= steps; i += 1) {
      const u = from + ((1 - from) * i) / steps;
      const value = u >= 1 ? 0 : density(u / (1 - u)) / (1 - u) ** 2;
      sum += value * (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2);
    }
    return (sum * (1 - from)) / (3 * steps);
  };
  return integrate(t / (1 + t)) / (2 * integrate(0));
}

test.each([
  [0.3, 2.1],
  [1, 4.2],
  [3.4, 7.834209],
  [5, 21],
  [8, 104.2],
])('the tail beyond %d at %d degrees of freedom is the integral of the density', (t, df) => {
  expect(upperTail(t, df) / integrateTail(t, df)).toBeCloseTo(1, 6);
});

test.each([
  // Closed forms: one degree is Cauchy, two are 1/2 - t/(2·√(2 + t²)).
  [1, 1, 0.25],
  [Math.sqrt(3), 1, 1 / 6],
  [3, 2, 0.5 - 3 / (2 * Math.sqrt(11))],
  [0, 7.3, 0.5],
  [-1, 1, 0.75],
])('P(T > %d) at %d degrees of freedom is %d', (t, df, expected) => {
  expect(upperTail(t, df)).toBeCloseTo(expected, 12);
});

test.each([
  [0.05, 10, 1.8124611],
  [0.025, 4, 2.7764451],
  [0.005, 30, 2.7499957],
  [0.0005, 5, 6.8688266],
])('the upper %d of %d degrees of freedom lies at %d', (tail, df, expected) => {
  expect(upperQuantile(tail, df)).toBeCloseTo(expected, 6);
});

test('the quantile undoes the tail, also at non-integer degrees of freedom', () => {
  for (const df of [0.7, 2.1, 4.2, 9.8, 57.3, 204.2]) {
    for (const tail of [0.9, 0.5, 0.2, 0.05, 1e-3, 1e-6, 1e-9]) {
      expect(upperTail(upperQuantile(tail, df), df) / tail).toBeCloseTo(1, 8);
    }
  }
});

test('infinitely far out there is nothing on one side and everything on the other', () => {
  expect(upperTail(Infinity, 7)).toBe(0);
  expect(upperTail(-Infinity, 7)).toBe(1);
});
