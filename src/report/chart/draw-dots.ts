import type { ScatterSeriesOption } from 'echarts/charts';
import type { Side, SideSamples } from '../../contract/documents.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { ValueRange } from './value-range.ts';

/** One repeat on the chart: its place, its value, and what the tooltip says. */
export interface Dot {
  value: [x: number, y: number];
  name: string;
  symbol?: string;
  symbolSize?: [width: number, height: number];
  symbolOffset?: [x: number, y: number];
  symbolRotate?: number;
}

export const cross = 'path://M0,0L10,10M10,0L0,10';
/** A cross below an arrow: the repeat lies beyond the axis. */
const crossBeyond = 'path://M0,10L10,20M10,10L0,20M0,6L5,1L10,6';

/** The repeats of one side, from `start` on in the order of the pairs: kept ones round, rejected ones crossed. */
export function drawDots(
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
export function drawRejected(x: number, y: number, { low, high }: ValueRange, name: string): Dot {
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
