import { expect, test } from 'vitest';
import { measureExcess } from '../../src/stats/excess-variance.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';

const seed = 20_261_123;

/** Differences with errors of 0.5 to 2%, of which `changed` are 10% and all vary by `between` besides. */
function drawDifferences(random: Random, count: number, between: number, changed = 0) {
  return Array.from({ length: count }, (_, i) => {
    const standardError = 0.005 * 4 ** random();
    const truth = between * drawNormal(random) + (i < changed ? 0.1 : 0);
    return { value: truth + standardError * drawNormal(random), standardError, df: 200 };
  });
}

test.each([20, 200])('%i differences that their errors explain have no excess', (count) => {
  const random = createRandom(seed);
  const found = Array.from({ length: 1000 }, () =>
    measureExcess(drawDifferences(random, count, 0)),
  ).filter((excess) => excess > 0);
  // 0.6% by the normal distribution; of 20 differences, 16 or more are large in 0.6%.
  expect(found.length, `seed ${seed}`).toBeLessThanOrEqual(20);
});

test.each([0, 20])('what builds differ by is found, with %i of 200 changed', (changed) => {
  const random = createRandom(seed);
  const deviations = Array.from({ length: 50 }, () =>
    Math.sqrt(measureExcess(drawDifferences(random, 200, 0.015, changed))),
  ).sort((a, b) => a - b);
  expect(deviations[5], `seed ${seed}`).toBeGreaterThan(0.011);
  expect(deviations[45], `seed ${seed}`).toBeLessThan(0.022);
});

test('a change of all by the same size is none between builds', () => {
  const random = createRandom(seed);
  const moved = drawDifferences(random, 200, 0).map((one) => ({ ...one, value: one.value + 0.1 }));
  expect(measureExcess(moved), `seed ${seed}`).toBe(0);
});

test('fewer than 20 differences say nothing', () => {
  const random = createRandom(seed);
  expect(measureExcess(drawDifferences(random, 19, 0.05)), `seed ${seed}`).toBe(0);
  expect(measureExcess(drawDifferences(random, 20, 0.05)), `seed ${seed}`).toBeGreaterThan(0);
});
