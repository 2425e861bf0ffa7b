import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
import { medianPastCut } from '../../src/stats/truncated-median.ts';

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
