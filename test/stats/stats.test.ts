import { mean, sampleVariance } from 'simple-statistics';
import { describe, expect, test } from 'vitest';
import { findRejectionLimit } from '../../src/stats/control-discoveries.ts';
import { estimateShare } from '../../src/stats/estimate-share.ts';
import { findStep } from '../../src/stats/find-step.ts';
import { signTail } from '../../src/stats/sign-test.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
import { runningMedian } from '../../src/stats/running-median.ts';
import { median } from '../../src/stats/median.ts';
import { medianPastCut } from '../../src/stats/truncated-median.ts';
import { quantile, sortWeighted } from '../../src/stats/weighted-values.ts';

describe('control discoveries', () => {
  /** The definition: q·k/m for the largest k whose k-th smallest p is at most that. */
  function searchLimit(ps: readonly number[], q: number): number {
    const sorted = ps.toSorted((a, b) => a - b);
    const limits = sorted.map((_, i) => (q * (i + 1)) / sorted.length);
    return limits.findLast((limit, i) => (sorted[i] as number) <= limit) ?? -1;
  }

  test('a later p that passes carries the earlier ones that did not', () => {
    expect(findRejectionLimit([0.03, 0.04, 0.044, 0.9], 0.06)).toBeCloseTo(0.045, 12);
  });

  test('nothing is rejected among large p, nor in an empty family', () => {
    expect(findRejectionLimit([0.5, 0.2, 1], 0.05)).toBe(-1);
    expect(findRejectionLimit([], 0.05)).toBe(-1);
  });

  test('it agrees with the definition on 300 random families', () => {
    const seed = 5;
    const random = createRandom(seed);
    for (let i = 0; i < 300; i += 1) {
      const ps = Array.from({ length: 1 + Math.floor(random() * 30) }, () => random() ** 3);
      expect(findRejectionLimit(ps, 0.1), `seed ${seed}, family ${i}`).toBe(searchLimit(ps, 0.1));
    }
  });

  test('with nothing to find, about a share q of the families rejects anything', () => {
    const seed = 6;
    const random = createRandom(seed);
    let rejecting = 0;
    for (let i = 0; i < 4000; i += 1) {
      const ps = Array.from({ length: 50 }, random);
      if (findRejectionLimit(ps, 0.05) >= 0) rejecting += 1;
    }
    expect(rejecting / 4000, `seed ${seed}`).toBeGreaterThan(0.035);
    expect(rejecting / 4000, `seed ${seed}`).toBeLessThan(0.065);
  });
});

describe('estimate share', () => {
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
});

describe('random', () => {
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
});

describe('running median', () => {
  test('each place has the median of its neighbours, of fewer at the ends', () => {
    const seed = 12;
    const random = createRandom(seed);
    for (const length of [1, 2, 5, 8, 40]) {
      for (const reach of [1, 3, 7, 20]) {
        // Coarse values make ties.
        const values = Array.from({ length }, () => Math.floor(6 * random()));
        const literal = values.map((_, at) =>
          median(values.slice(Math.max(0, at - reach), at + reach + 1)),
        );
        expect([...runningMedian(Float64Array.from(values), reach)], `seed ${seed}`).toEqual(
          literal,
        );
      }
    }
  });
});

describe('truncated median', () => {
  const known = { standardError: 1, df: 1e6 };

  test('far beyond the cut the estimate stands as it is', () => {
    expect(medianPastCut(12, { ...known, cut: 5, lowest: 10 })).toBeCloseTo(12, 4);
  });

  test('near the cut the true value is likely to be less', () => {
    const corrected = medianPastCut(5.8, { ...known, cut: 5, lowest: 4 });
    expect(corrected).toBeLessThan(5.5);
    expect(corrected).toBeGreaterThan(4);
  });

  test('at the cut nothing is left but the lower end', () => {
    expect(medianPastCut(5.001, { ...known, cut: 5, lowest: 3.4 })).toBe(3.4);
    expect(medianPastCut(5, { ...known, cut: 5, lowest: 3.4 })).toBe(3.4);
  });

  test.each([4.5, 5, 6])(
    'of estimates past 5 of a true %d, as many are corrected below it as above it',
    (truth) => {
      const random = createRandom(15);
      const draws = Array.from({ length: 20_000 }, () => truth + drawNormal(random));
      const past = draws.filter((estimate) => estimate > 5);
      const share = (values: number[]): number =>
        values.filter((value) => value > truth).length / values.length;
      const corrected = past.map((estimate) =>
        medianPastCut(estimate, { ...known, cut: 5, lowest: -50 }),
      );
      expect(share(past), 'seed 15').toBeGreaterThan(0.55);
      expect(share(corrected), 'seed 15').toBeCloseTo(0.5, 1);
    },
  );
});

describe('weighted values', () => {
  test.each([
    [[3, 1, 2], 0.5, 2],
    [[3, 1, 2], 0, 1],
    [[3, 1, 2], 1, 3],
    [[1, 2], 0.5, 1.5],
    [[7], 0.99, 7],
    [Array.from({ length: 101 }, (_, i) => i), 0.99, 99],
  ])('of %j the quantile at %d is %d', (values, share, expected) => {
    expect(quantile(sortWeighted(values), share)).toBe(expected);
  });

  test('a histogram gives what its values would give one by one', () => {
    let state = 12_345;
    const draw = (below: number): number => (state = (state * 16_807) % 2_147_483_647) % below;
    for (let round = 0; round < 50; round += 1) {
      const values = Array.from({ length: 1 + draw(8) }, () => draw(20));
      const counts = values.map(() => 1 + draw(5));
      const written = values.flatMap((value, i) => new Array<number>(counts[i] ?? 0).fill(value));
      for (const share of [0, 0.01, 0.1, 0.5, 0.9, 0.99, 1]) {
        const weighted = quantile(sortWeighted(values, counts), share);
        expect(weighted).toBeCloseTo(quantile(sortWeighted(written), share), 10);
      }
    }
  });
});

describe('sign test', () => {
  test.each([
    [9, 10, 11 / 1024],
    [8, 10, 56 / 1024],
    [5, 5, 1 / 32],
    [0, 7, 1],
    [15, 20, 0.020695],
  ])('%d of %d coins or more show heads with a chance of %d', (above, n, chance) => {
    expect(signTail(above, n)).toBeCloseTo(chance, 6);
  });
});

describe('find step', () => {
  test.each([
    ['a clock of one millisecond', [3e6, 4e6, 3e6, 5e6, 4e6], 1e6],
    ['ticks of a sixty-fourth of a second', [31.25, 46.875, 62.5], 15.625],
    ['zeros beside what is counted in hundreds', [0, 400, 700, 0, 300], 100],
    ['hundredths that are not exact as fractions of two', [0.03, 0.05, 0.04, 0.07], 0.01],
  ])('the values of %s are multiples of its step', (_, values, step) => {
    expect(findStep(values)).toBeCloseTo(step, 9);
  });

  test('nanoseconds have a step that does not matter', () => {
    const step = findStep([123_456_789, 123_987_654, 121_454_321, 122_222_225, 121_000_003]);
    expect(step).toBeLessThan(0.001 * 121e6);
    expect(findStep([])).toBe(0);
  });
});
