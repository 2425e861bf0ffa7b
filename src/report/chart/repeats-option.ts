import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import type {
  GridComponentOption,
  MarkAreaComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { Metric, SeriesVerdict, Side, SideSamples } from '../../contract/documents.ts';
import { formatQuantity, type ShownMetric } from '../../contract/units.ts';
import {
  axisBelow,
  axisOfValues,
  frame,
  labelWithoutEnds,
  quietLabel,
  tooltipLook,
  type ChartTheme,
} from './chart-theme.ts';
import { drawDots } from './draw-dots.ts';
import { chooseFormat, findBounds, findRange, findThreshold } from './value-range.ts';

export type ChartOption = ComposeOption<
  | ScatterSeriesOption
  | LineSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | MarkAreaComponentOption
>;

/**
 * Every repeat of one series, before on the left and after on the right, each side in the order of
 * the pairs, so that a drift over the run shows as a slope:
 *
 *     │            ● ●       ● kept   ✕ rejected
 *     │           ──────●──  location of the kept repeats
 *     │   ✕       ░░░░░░░░░  where the location after may lie (the interval of the change)
 *     │ ●   ●     - - - - -  the threshold: worse than this is too much
 *     │ ──●───●─
 *     └─────────┴──────────
 *      before      after
 */
export function buildRepeatsOption(
  series: SeriesVerdict,
  metric: ShownMetric,
  theme: ChartTheme,
): ChartOption {
  const repeats = Math.max(series.before.values.length, series.after.values.length, 1);
  const start: Record<Side, number> = { before: 0, after: repeats + 1 };
  const middle = (repeats - 1) / 2;
  const pairs = repeats === 1 ? 'pair 1' : `pairs 1 to ${repeats}`;
  const range = findRange(series, metric.direction);
  const show = (value: number): string => formatQuantity(value, metric.unit);
  const sides = (['before', 'after'] as const).flatMap((side) => [
    ...drawDots(series[side], side, start[side], { theme, range, show }),
    ...drawLocation(series[side], theme[side], start[side], repeats),
  ]);
  return {
    ...frame(theme),
    tooltip: { trigger: 'item', ...tooltipLook(theme), formatter: '{b}' },
    xAxis: {
      type: 'value',
      min: -0.8,
      max: 2 * repeats + 0.8,
      ...axisBelow(theme),
      axisLabel: {
        customValues: [start.before + middle, start.after + middle],
        ...quietLabel(theme),
        lineHeight: 16,
        formatter: (value: number) => `${value < repeats ? 'before' : 'after'}\n${pairs}`,
      },
    },
    yAxis: {
      type: 'value',
      min: range.low,
      max: range.high,
      axisLine: { show: false },
      ...axisOfValues(theme),
      axisLabel: {
        ...labelWithoutEnds(theme),
        formatter: chooseFormat(range, metric.unit),
      },
    },
    series: [
      ...drawInterval(series, theme, start.after, repeats),
      ...drawThreshold(series, metric, theme, repeats),
      ...sides,
    ],
  };
}

function drawLine(
  y: number,
  from: number,
  to: number,
  style: NonNullable<LineSeriesOption['lineStyle']>,
): LineSeriesOption {
  const data = [
    [from, y],
    [to, y],
  ];
  return { type: 'line', data, symbol: 'none', silent: true, lineStyle: style, z: 3 };
}

function drawLocation(
  { location }: SideSamples,
  color: string,
  start: number,
  repeats: number,
): LineSeriesOption[] {
  if (location === undefined) return [];
  return [drawLine(location, start - 0.5, start + repeats - 0.5, { color, width: 2 })];
}

function drawThreshold(
  series: SeriesVerdict,
  metric: Pick<Metric, 'direction'>,
  theme: ChartTheme,
  repeats: number,
): LineSeriesOption[] {
  const y = findThreshold(series, metric.direction);
  if (y === undefined) return [];
  const style = { color: theme.bad, width: 1.5, type: 'dashed' as const };
  return [drawLine(y, repeats + 0.5, 2 * repeats + 0.5, style)];
}

function drawInterval(
  series: SeriesVerdict,
  theme: ChartTheme,
  start: number,
  repeats: number,
): LineSeriesOption[] {
  const bounds = findBounds(series);
  if (bounds === undefined) return [];
  const [from, to] = [start - 0.5, start + repeats - 0.5];
  return [
    {
      ...drawLine(bounds.low, from, to, { opacity: 0 }),
      markArea: {
        silent: true,
        itemStyle: { color: theme.after, opacity: 0.16 },
        data: [[{ coord: [from, bounds.low] }, { coord: [to, bounds.high] }]],
      },
      z: 1,
    },
  ];
}
