import { expect, test } from 'vitest';
import { correlate, rank } from '../../src/stats/correlate.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';

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
