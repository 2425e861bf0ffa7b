import type { LineSeriesOption } from 'echarts/charts';
import type { Side, SideSamples } from '../../contract/documents.ts';
import { formatNumber, formatQuantity, type ShownMetric } from '../../contract/units.ts';
import { makePlain } from '../plain-text.ts';
import type { SlicedSeries } from '../slices.ts';
import { type ChartTheme, frame, quietLabel, tooltipLook } from './chart-theme.ts';
import type { ChartOption } from './repeats-option.ts';

/** The chart of a slice: a series for each value of the annotation, with one level or two. */
export interface DrawnSlice {
  series: readonly {
    value: SlicedSeries['value'];
    series: Readonly<Record<Side, Pick<SideSamples, 'location'>>>;
  }[];
}

/** The levels before and after over the values of one annotation, from zero, so that sizes compare. */
export function buildSlicesOption(
  slice: DrawnSlice,
  { unit }: Pick<ShownMetric, 'unit'>,
  theme: ChartTheme,
): ChartOption {
  const show = (value: number): string => formatQuantity(value, unit);
  // Between names, such as those of platforms, there is nothing: a line would say so.
  const isScale = slice.series.some(({ value }) => typeof value === 'number');
  const draw = (side: Side): LineSeriesOption => ({
    type: 'line',
    name: side,
    data: slice.series.map(({ series }) => series[side].location ?? null),
    connectNulls: false,
    symbol: side === 'before' ? 'circle' : 'diamond',
    symbolSize: side === 'before' ? 8 : 11,
    itemStyle: { color: theme[side] },
    lineStyle: {
      color: theme[side],
      width: isScale ? 2 : 0,
      type: side === 'before' ? 'dotted' : 'solid',
    },
  });
  return {
    ...frame(theme, 20),
    tooltip: {
      trigger: 'axis',
      ...tooltipLook(theme),
      renderMode: 'richText',
      valueFormatter: (value) => (typeof value === 'number' ? show(value) : 'none'),
    },
    xAxis: {
      type: 'category',
      data: slice.series.map(nameValue),
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
      axisLabel: { ...quietLabel(theme), width: 90, overflow: 'truncate' },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      splitLine: { lineStyle: { color: theme.line } },
      axisLabel: { ...quietLabel(theme), formatter: show },
    },
    series: [draw('before'), draw('after')],
  };
}

/** How one value of an annotation is written on the axis and in the table. */
export function nameValue({ value }: Pick<SlicedSeries, 'value'>): string {
  return typeof value === 'number' ? formatNumber(value) : makePlain(String(value));
}
