import { median as medianOfLibrary, sampleVariance } from 'simple-statistics';
import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
import { countOutliers, median, trimFarthest, varianceOfStretch } from '../../src/stats/trim.ts';

/** The rule as it is told: remove the value farthest from the median, again and again. */
function trimLiterally(values: readonly number[], count: number): number[] {
  let kept = values.toSorted((a, b) => b - a);
  for (let i = 0; i < count; i += 1) {
    const centre = medianOfLibrary(kept);
    const farthest = kept.reduce((worst, value) =>
      Math.abs(value - centre) > Math.abs(worst - centre) ? value : worst,
    );
    kept = kept.toSpliced(kept.indexOf(farthest), 1);
  }
  return kept;
}

test('one of every five runs may be an outlier, none of fewer than five', () => {
  expect([4, 5, 9, 10, 20].map((n) => countOutliers(n, 1))).toEqual([0, 1, 1, 2, 4]);
  expect(countOutliers(20, 0)).toBe(0);
});

test('the farthest from the median go first, whichever end they are at', () => {
  const sorted = [1, 10, 11, 12, 13, 14, 40];
  const { from, to } = trimFarthest(sorted, 2);
  expect(sorted.slice(from, to)).toEqual([10, 11, 12, 13, 14]);
});

test('of two equally far the larger one goes', () => {
  const { from, to } = trimFarthest([1, 2, 3, 4, 5], 1);
  expect([from, to]).toEqual([0, 4]);
});

test('trimming agrees with the literal rule on 500 random samples', () => {
  const seed = 4711;
  const random = createRandom(seed);
  for (let i = 0; i < 500; i += 1) {
    const n = 2 + Math.floor(random() * 24);
    // Coarse values make ties.
    const values = Array.from({ length: n }, () => Math.round(drawNormal(random) * 8));
    const sorted = values.toSorted((a, b) => a - b);
    const { from, to } = trimFarthest(sorted, Math.floor(n / 5));
    const literal = trimLiterally(values, Math.floor(n / 5)).sort((a, b) => a - b);
    expect(sorted.slice(from, to), `seed ${seed}, sample ${i}`).toEqual(literal);
    if (literal.length > 1) {
      expect(varianceOfStretch(sorted, from, to)).toBeCloseTo(sampleVariance(literal), 10);
    }
  }
});

test('the median is the middle value, or the mean of the two in the middle, in whatever order they come', () => {
  for (const values of [[3], [9, 1], [5, 1, 40], [4, 1, 3, 2], [7, 7, 1, 10, 2, 2]]) {
    const given = [...values];
    expect(median(values)).toBe(medianOfLibrary(values));
    expect(values).toEqual(given);
  }
});
