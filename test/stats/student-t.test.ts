import { expect, test } from 'vitest';
import { correlate, rank } from '../../src/stats/correlate.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
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

const seed = 20_261_125;

test('equal values share the mean of their places', () => {
  expect(rank([30, 10, 20, 10, 10])).toEqual([4, 1, 3, 1, 1]);
});

test('what rises together has a correlation of one, and no chance', () => {
  const found = correlate([1, 2, 3, 4, 5], [10, 20, 30, 40, 50]);
  expect(found?.pearson).toBeCloseTo(1, 12);
  expect(found?.spearman).toBeCloseTo(1, 12);
  expect(found?.p).toBeLessThan(1e-12);
});

/** pearsonr and spearmanr of SciPy 1.17.1; the chance is the larger of the two that they give. */
test.each([
  [
    [1, 2, 3, 4, 5, 6],
    [2, 1, 4, 3, 7, 5],
    0.7917946548886294,
    0.8285714285714287,
    0.06051140336275671,
  ],
  [
    [1, 2, 2, 3, 5, 8, 8, 9],
    [3, 1, 4, 4, 4, 9, 7, 12],
    0.897549110408119,
    0.9136498769008705,
    0.0024860227430793546,
  ],
])('%j and %j: both correlations and the chance are those of a reference', (a, b, r, rho, p) => {
  const found = correlate(a, b);
  expect(found?.pearson).toBeCloseTo(r, 10);
  expect(found?.spearman).toBeCloseTo(rho, 10);
  expect(found?.p).toBeCloseTo(p, 8);
});

test('nothing is said of what never changes, or of three values', () => {
  expect(correlate([1, 1, 1, 1], [1, 2, 3, 4])).toBeUndefined();
  expect(correlate([1, 2, 3], [1, 2, 3])).toBeUndefined();
});

test('one run in ten that is far out in both makes no strong relation of the rest', () => {
  const random = createRandom(seed);
  let found = 0;
  for (let i = 0; i < 2_000; i += 1) {
    const runs = Array.from({ length: 20 }, () => {
      const hit = random() < 0.1 ? 0.3 : 0;
      return [0.03 * drawNormal(random) + hit, 0.03 * drawNormal(random) + hit] as const;
    });
    const { p } = correlate(
      runs.map(([a]) => a),
      runs.map(([, b]) => b),
    ) ?? { p: 1 };
    if (p <= 0.05) found += 1;
  }
  // Pearson's r alone finds one in 88%.
  expect(found / 2_000, `seed ${seed}`).toBeLessThan(0.3);
});

test('unrelated values are called related as often as asked for', () => {
  const random = createRandom(seed);
  const draw = () => Array.from({ length: 25 }, () => drawNormal(random));
  let found = 0;
  for (let i = 0; i < 4_000; i += 1) if ((correlate(draw(), draw())?.p ?? 1) <= 0.05) found += 1;
  expect(found / 4_000, `seed ${seed}`).toBeLessThan(0.05);
});
