import { describe, expect, test } from 'vitest';
import {
  chooseFormat,
  findBounds,
  findRange,
  findThreshold,
} from '../../../src/report/chart/value-range.ts';
import { makeSeries } from '../fixtures/make-verdict.ts';

describe('the range of the axis', () => {
  test('covers every kept repeat, both levels, the interval and the threshold', () => {
    const series = makeSeries({ ratio: 1.02, threshold: { relative: 0.5 } });
    const { low, high } = findRange(series, 'lower');
    const bounds = findBounds(series);
    const levels = [...series.before.values, ...series.after.values, bounds?.low, bounds?.high];
    for (const value of [...levels, findThreshold(series, 'lower')]) {
      expect(value).toBeGreaterThan(low);
      expect(value).toBeLessThan(high);
    }
  });

  test('covers a rejected repeat nearby, but is not flattened by one far out', () => {
    const near = makeSeries({ ratio: 2, disturbedBefore: [1] });
    expect(findRange(near, 'lower').high).toBeGreaterThan(near.before.values[1] ?? Infinity);
    const far = makeSeries({ disturbedAfter: [1] });
    expect(findRange(far, 'lower').high).toBeLessThan(far.after.values[1] ?? 0);
  });

  test.each([
    ['nothing at all', []],
    ['one value', [100]],
    ['only zeros', [0, 0]],
  ])('of %s has a width', (_what, values) => {
    const series = makeSeries();
    series.before = { values: [], rejected: [] };
    series.after = { values, rejected: [] };
    const { low, high } = findRange(series, 'lower');
    expect(high).toBeGreaterThan(low);
  });
});

test.each([
  [{ low: 1e9, high: 2e9 }, '1.23 s'],
  [{ low: 1.2e9, high: 1.24e9 }, '1.235 s'],
  [{ low: 1.2344e9, high: 1.2346e9 }, '1.23457 s'],
])('the ticks of %j are told apart', (range, text) => {
  expect(chooseFormat(range, 'ns')(1.234567e9)).toBe(text);
});

describe('the threshold in the chart', () => {
  const place = (
    threshold: { relative?: number; absolute?: number },
    direction: 'lower' | 'higher',
  ): number | undefined => {
    const series = makeSeries({ level: 100 });
    series.threshold = { rule: 'built-in', action: 'block', ...threshold };
    return findThreshold(series, direction);
  };

  test.each([
    ['a relative limit', { relative: 0.05 }, 'lower', 105],
    ['an absolute limit', { absolute: 7 }, 'lower', 107],
    ['both, of which the farther decides', { relative: 0.05, absolute: 7 }, 'lower', 107],
    ['a metric of which more is better', { relative: 0.05 }, 'higher', 95],
    ['no limit', {}, 'lower', undefined],
  ] as const)('%s', (_what, threshold, direction, level) => {
    expect(place(threshold, direction)).toBe(level);
  });
});
