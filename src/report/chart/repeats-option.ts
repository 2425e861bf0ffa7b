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

export type ChartOption = ComposeOption<
  | ScatterSeriesOption
  | LineSeriesOption
  | GridComponentOption
  | TooltipComponentOption
  | MarkAreaComponentOption
>;

/** One repeat on the chart: its place, its value, and what the tooltip says. */
type Dot = { value: [x: number, y: number]; name: string };

const cross = 'path://M0,0L10,10M10,0L0,10';

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
  const show = (value: number): string => formatQuantity(value, metric.unit);
  const sides = (['before', 'after'] as const).flatMap((side) => [
    ...drawDots(series[side], side, start[side], theme, show),
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
      scale: true,
      splitNumber: 4,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: theme.line } },
      axisLabel: { color: theme.quietText, fontSize: 12, formatter: show },
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
  theme: ChartTheme,
  show: (value: number) => string,
): ScatterSeriesOption[] {
  const out = new Set(rejected);
  const kept: Dot[] = [];
  const apart: Dot[] = [];
  for (const [repeat, value] of values.entries()) {
    if (value === null) continue;
    const note = out.has(repeat) ? ', rejected as an outlier' : '';
    const name = `pair ${repeat + 1}, ${side}: ${show(value)}${note}`;
    (out.has(repeat) ? apart : kept).push({ value: [start + repeat, value], name });
  }
  const color = theme[side];
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

/** The level after, in the metric's unit, from which on it is too much worse; both limits must be passed. */
export function findThreshold(
  { before, threshold }: SeriesVerdict,
  direction: Metric['direction'],
): number | undefined {
  const { relative = 0, absolute = 0 } = threshold;
  if (before.location === undefined || relative + absolute === 0) return undefined;
  const worse = Math.max(before.location * relative, absolute);
  return direction === 'lower' ? before.location + worse : Math.max(0, before.location - worse);
}

function drawInterval(
  { before, evidence }: SeriesVerdict,
  theme: ChartTheme,
  start: number,
  repeats: number,
): LineSeriesOption[] {
  const { lower, upper } = evidence.interval ?? {};
  if (before.location === undefined || lower === undefined || upper === undefined) return [];
  const low = before.location * (1 + lower);
  const high = before.location * (1 + upper);
  const [from, to] = [start - 0.5, start + repeats - 0.5];
  return [
    {
      // Two unseen points, so that the axis makes room for the band.
      ...drawLine(low, from, to, { opacity: 0 }),
      data: [
        [from, low],
        [to, high],
      ],
      markArea: {
        silent: true,
        itemStyle: { color: theme.after, opacity: 0.16 },
        data: [[{ coord: [from, low] }, { coord: [to, high] }]],
      },
      z: 1,
    },
  ];
}
