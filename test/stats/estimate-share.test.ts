import { describe, expect, test } from 'vitest';
import { estimateShare } from '../../src/stats/estimate-share.ts';

test('nothing of ten says no more than that the share is below 28%', () => {
  const { high, low, share } = estimateShare(0, 10);
  expect([share, low]).toEqual([0, 0]);
  expect(high).toBeCloseTo(0.2775, 4);
});

test('it is as wide from below as from above', () => {
  const [few, many] = [estimateShare(3, 20), estimateShare(17, 20)];
  expect(few.low).toBeCloseTo(1 - many.high, 12);
  expect(few.high).toBeCloseTo(1 - many.low, 12);
});

/** Exact, by adding the chances of every count. */
function coverageOf(of: number, truth: number): number {
  let [sum, chance] = [0, (1 - truth) ** of];
  for (let count = 0; count <= of; count += 1) {
    const { high, low } = estimateShare(count, of);
    if (low <= truth && truth <= high) sum += chance;
    chance *= ((of - count) / (count + 1)) * (truth / (1 - truth));
  }
  return sum;
}

describe('the interval holds the truth as often as it says', () => {
  test.each([5, 20, 100])('of %d, over all shares from 1% to 99%', (of) => {
    const shares = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);
    const all = shares.map((truth) => coverageOf(of, truth));
    const average = all.reduce((a, b) => a + b) / all.length;
    expect(average).toBeGreaterThan(0.94);
    expect(average).toBeLessThan(0.975);
    expect(Math.min(...all)).toBeGreaterThan(0.8);
  });
});
