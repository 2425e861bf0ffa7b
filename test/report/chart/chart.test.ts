import { describe, expect, test } from 'vitest';
import { buildRepeatsOption } from '../../../src/report/chart/repeats-option.ts';
import { buildSlicesOption } from '../../../src/report/chart/slices-option.ts';
import {
  chooseFormat,
  findBounds,
  findRange,
  findThreshold,
} from '../../../src/report/chart/value-range.ts';
import { makeSeries } from '../fixtures/make-verdict.ts';

const theme = {
  text: '#000',
  quietText: '#444',
  line: '#ccc',
  before: '#777',
  after: '#00f',
  bad: '#f00',
  good: '#0f0',
  warn: '#ff0',
  surface: '#fff',
  font: 'sans-serif',
};

describe('repeats option', () => {
  const latency = { unit: 'ns', direction: 'lower' } as const;

  /** The dots of the chart as [x, y], kept and rejected of each side in this order. */
  function listDots(series: ReturnType<typeof makeSeries>): number[][][] {
    const drawn = [buildRepeatsOption(series, latency, theme).series ?? []].flat();
    return drawn
      .filter(({ type }) => type === 'scatter')
      .map(({ data }) => (data as { value: number[] }[]).map(({ value }) => value));
  }

  describe('the chart of a series', () => {
    test('has a place for each pair, before on the left and after on the right', () => {
      const series = makeSeries({ repeats: 3 });
      const [before, , after] = listDots(series);
      expect(before?.map(([x]) => x)).toEqual([0, 1, 2]);
      expect(after?.map(([x]) => x)).toEqual([4, 5, 6]);
      expect(before?.map(([, y]) => y)).toEqual(series.before.values);
    });

    test('draws rejected repeats apart, in the place of their pair', () => {
      const series = makeSeries({ repeats: 5, ratio: 2, disturbedBefore: [2] });
      const [kept, rejected] = listDots(series);
      expect(kept).toHaveLength(4);
      expect(rejected).toEqual([[2, series.before.values[2]]]);
    });

    test('leaves a gap where a repeat gave no value', () => {
      const series = makeSeries({ repeats: 3 });
      series.before.values[1] = null;
      expect(listDots(series)[0]?.map(([x]) => x)).toEqual([0, 2]);
    });

    test('draws a side that was never measured as nothing', () => {
      const series = makeSeries({ repeats: 2 });
      series.before = { values: [], rejected: [] };
      expect(listDots(series).map((dots) => dots.length)).toEqual([0, 0, 2, 0]);
    });

    test('moves a rejected repeat that lies far out to the end of the axis, and says so', () => {
      const series = makeSeries({ repeats: 5, disturbedAfter: [2] });
      const { low, high } = findRange(series, 'lower');
      const option = buildRepeatsOption(series, latency, theme);
      expect(option.yAxis).toMatchObject({ min: low, max: high });
      const rejected = [option.series ?? []].flat().filter(({ type }) => type === 'scatter')[3];
      expect(rejected?.data).toMatchObject([
        { value: [8, high], name: 'pair 3, after: 2.4 s, rejected as an outlier, beyond the axis' },
      ]);
    });
  });
});

describe('value range', () => {
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
});

test('a line joins numbers, and no names: between two platforms there is nothing', () => {
  const level = { before: { location: 1 }, after: { location: 2 } };
  const draw = (values: readonly (number | string)[]): unknown =>
    buildSlicesOption(
      { series: values.map((value) => ({ value, series: level })) },
      { unit: 'ns' },
      theme,
    );
  expect(draw([1, 10])).toMatchObject({ series: [{ lineStyle: { width: 2 } }, {}] });
  expect(draw(['linux-x64', 'macos-arm64'])).toMatchObject({
    series: [{ lineStyle: { width: 0 } }, { lineStyle: { width: 0 } }],
  });
});
