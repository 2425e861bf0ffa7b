import { expect, test } from 'vitest';
import { fitPrior, shrinkVariance } from '../../src/stats/shrink-variances.ts';

const variances = [1, 2, 4, 9, 16, 0.5, 3, 7].map((value) => value * 1e-4);
const dfs = variances.map(() => 4.2);

test('eight variances of 4.2 degrees of freedom shrink to the reference values', () => {
  const prior = fitPrior(variances, dfs);
  expect(prior.df + 4.2).toBeCloseTo(7.834209, 5);
  const expected = [1.97497, 2.51108, 3.5833, 6.26385, 10.01662, 1.70691, 3.04719, 5.19163];
  expected.forEach((value, i) => {
    expect(shrinkVariance(variances[i] as number, 4.2, prior) * 1e4).toBeCloseTo(value, 4);
  });
});

test('variances that differ less than chance makes them are taken for equal', () => {
  const prior = fitPrior([1e-4, 1.01e-4, 0.99e-4], [4.2, 4.2, 4.2]);
  expect(prior.df).toBe(200);
});

test('variances that differ by orders of magnitude lend one another next to nothing', () => {
  const prior = fitPrior([1e-12, 1e-8, 1e-4, 1], [20, 20, 20, 20]);
  expect(prior.df).toBeLessThan(1);
});

test('a lone variance is its own prior, but for the bias of its logarithm', () => {
  const prior = fitPrior([4e-4], [21]);
  expect(prior.df).toBe(200);
  expect(prior.variance / 4e-4).toBeCloseTo(1.04, 1);
});
