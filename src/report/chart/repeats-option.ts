import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import type {
  GridComponentOption,
  MarkAreaComponentOption,
  TooltipComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import type { Metric, SeriesVerdict, Side, SideSamples } from '../../contract/documents.ts';
import { formatQuantity } from '../../contract/units.ts';
import type { ChartTheme } from './chart-theme.ts';
import {
  chooseFormat,
  findBounds,
  findRange,
  findThreshold,
  type ValueRange,
} from './value-range.ts';

export type ChartOption = ComposeOption<
  | ScatterSeriesOption
  | LineSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | MarkAreaComponentOption
>;

/** One repeat on the chart: its place, its value, and what the tooltip says. */
interface Dot {
  value: [x: number, y: number];
  name: string;
  symbol?: string;
  symbolSize?: [width: number, height: number];
  symbolOffset?: [x: number, y: number];
  symbolRotate?: number;
}

const cross = 'path://M0,0L10,10M10,0L0,10';
/** A cross below an arrow: the repeat lies beyond the axis. */
const crossBeyond = 'path://M0,10L10,20M10,10L0,20M0,6L5,1L10,6';

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
  metric: Pick<Metric, 'unit' | 'direction'>,
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
    animation: false,
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: { left: 12, right: 12, top: 16, bottom: 8, containLabel: true },
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: theme.surface,
      borderColor: theme.line,
      textStyle: { color: theme.text, fontSize: 13 },
      formatter: '{b}',
    },
    xAxis: {
      type: 'value',
      min: -0.8,
      max: 2 * repeats + 0.8,
      splitLine: { show: false },
      axisTick: { show: false },
      axisLine: { onZero: false, lineStyle: { color: theme.line } },
      axisLabel: {
        customValues: [start.before + middle, start.after + middle],
        color: theme.quietText,
        fontSize: 12,
        lineHeight: 16,
        formatter: (value: number) => `${value < repeats ? 'before' : 'after'}\n${pairs}`,
      },
    },
    yAxis: {
      type: 'value',
      min: range.low,
      max: range.high,
      splitNumber: 4,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: theme.line } },
      axisLabel: {
        color: theme.quietText,
        fontSize: 12,
        // The ends of the axis are where the values end, and not round.
        showMinLabel: false,
        showMaxLabel: false,
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

function drawDots(
  { values, rejected }: SideSamples,
  side: Side,
  start: number,
  { theme, range, show }: { theme: ChartTheme; range: ValueRange; show(value: number): string },
): ScatterSeriesOption[] {
  const out = new Set(rejected);
  const kept: Dot[] = [];
  const apart: Dot[] = [];
  const color = theme[side];
  for (const [repeat, value] of values.entries()) {
    if (value === null) continue;
    const [x, pair] = [start + repeat, `pair ${repeat + 1}, ${side}: ${show(value)}`];
    if (!out.has(repeat)) kept.push({ value: [x, value], name: pair });
    else apart.push(drawRejected(x, value, range, `${pair}, rejected as an outlier`));
  }
  return [
    { type: 'scatter', data: kept, symbol: 'circle', symbolSize: 9, itemStyle: { color }, z: 4 },
    {
      type: 'scatter',
      data: apart,
      symbol: cross,
      symbolSize: 9,
      itemStyle: { color: 'transparent', borderColor: color, borderWidth: 2 },
      z: 4,
    },
  ];
}

/** In its place, or at the end of the axis with an arrow when it lies beyond. */
function drawRejected(x: number, y: number, { low, high }: ValueRange, name: string): Dot {
  if (y >= low && y <= high) return { value: [x, y], name };
  const above = y > high;
  return {
    value: [x, above ? high : low],
    name: `${name}, beyond the axis`,
    symbol: crossBeyond,
    symbolSize: [9, 18],
    symbolOffset: [0, above ? 9 : -9],
    symbolRotate: above ? 0 : 180,
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
