import { describe, expect, test } from 'vitest';
import { buildRepeatsOption, findThreshold } from '../../../src/report/chart/repeats-option.ts';
import { makeSeries } from '../fixtures/make-verdict.ts';

const theme = {
  text: '#000',
  quietText: '#444',
  line: '#ccc',
  before: '#777',
  after: '#00f',
  bad: '#f00',
  surface: '#fff',
  font: 'sans-serif',
};
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
    const series = makeSeries({ repeats: 5, disturbedAfter: [2] });
    const [, , kept, rejected] = listDots(series);
    expect(kept).toHaveLength(4);
    expect(rejected).toEqual([[8, series.after.values[2]]]);
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
