import { describe, expect, test } from 'vitest';
import { buildRepeatsOption } from '../../../src/report/chart/repeats-option.ts';
import { findRange } from '../../../src/report/chart/value-range.ts';
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
