import { mean, sampleVariance } from 'simple-statistics';
import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../src/stats/random.ts';

test('the same seed gives the same numbers, another seed others', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test('numbers are spread evenly over [0, 1)', () => {
  const random = createRandom(1);
  const bins = new Array<number>(10).fill(0);
  for (let i = 0; i < 20_000; i += 1) {
    const bin = Math.floor(random() * 10);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  for (const count of bins) expect(Math.abs(count - 2000)).toBeLessThan(200);
});

test('normal draws have a mean of 0 and a variance of 1', () => {
  const random = createRandom(2);
  const draws = Array.from({ length: 20_000 }, () => drawNormal(random));
  expect(Math.abs(mean(draws))).toBeLessThan(0.03);
  expect(Math.abs(sampleVariance(draws) - 1)).toBeLessThan(0.04);
});
