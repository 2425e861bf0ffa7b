import { expect, test } from 'vitest';
import { proposeThresholds } from '../../src/variability/propose-threshold.ts';

const minute = 60_000;

test('each threshold comes with the time until twice its size shows, the smallest first', () => {
  const proposals = proposeThresholds(0.05, 10, 0.1 * minute);
  expect(proposals.map(({ threshold }) => threshold)).toEqual([0.03, 0.05, 0.1, 0.2]);
  const times = proposals.map(({ timeMs }) => timeMs);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  for (const { pairs, seen, threshold, timeMs } of proposals) {
    expect(seen).toBe(2 * threshold);
    expect(timeMs).toBeCloseTo(pairs * 0.1 * minute);
  }
});

test('more noise and more series need more pairs, and nothing is red before ten', () => {
  const pairsOf5 = (variation: number, series: number) =>
    proposeThresholds(variation, series, 1).find(({ threshold }) => threshold === 0.05)?.pairs;
  expect(pairsOf5(0.001, 1)).toBe(10);
  expect(pairsOf5(0.03, 10)).toBeGreaterThan(pairsOf5(0.02, 10) ?? 0);
  expect(pairsOf5(0.03, 200)).toBeGreaterThan(pairsOf5(0.03, 10) ?? 0);
});

test('what no time shows is not proposed', () => {
  expect(proposeThresholds(0.15, 10, 1).map(({ threshold }) => threshold)).toEqual([0.1, 0.2]);
  expect(proposeThresholds(2, 10, 1)).toEqual([]);
});
