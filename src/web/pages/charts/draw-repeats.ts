import type { ScatterSeriesOption } from 'echarts/charts';
import type { ChartTheme } from '../../../report/chart/chart-theme.ts';
import { cross, drawRejected } from '../../../report/chart/draw-dots.ts';
import type { ValueRange } from '../../../report/chart/value-range.ts';
import type { PlacedRepeat, PlacedRepeats } from './history-view.ts';

/** From here on dots are drawn small and many at once. */
const many = 2_000;

/** Every repeat of every build: those that count, of machines that were off, rejected ones, and of one build. */
export function drawRepeats(
  { changed, isByRuns, kept, off, own, rejected }: PlacedRepeats,
  range: ValueRange,
  theme: ChartTheme,
): ScatterSeriesOption[] {
  const base = { type: 'scatter', silent: true, animation: false } as const;
  const size = kept.length > many ? 3 : 5;
  return [
    {
      ...base,
      data: toPoints(kept),
      large: true,
      largeThreshold: many,
      progressive: 0,
      symbolSize: size,
      itemStyle: { color: theme.before, opacity: kept.length > many ? 0.35 : 0.6 },
      z: 2,
    },
    { ...base, data: toPoints(changed), symbolSize: size, itemStyle: { color: theme.after }, z: 2 },
    {
      ...base,
      data: toPoints(off),
      symbol: 'triangle',
      symbolSize: 6,
      itemStyle: { color: theme.warn },
      z: 2,
    },
    {
      ...base,
      data: rejected.map(({ place, value }) => drawRejected(place, value, range, '')),
      symbol: cross,
      symbolSize: 7,
      itemStyle: { color: 'transparent', borderColor: theme.before, borderWidth: 1.5 },
      z: 3,
    },
    ...(['before', 'after'] as const).map((side): ScatterSeriesOption => {
      return {
        ...base,
        data: toPoints(own.filter((one) => one.side === side)),
        symbol: 'diamond',
        symbolSize: 11,
        itemStyle: {
          color: isByRuns ? theme[side] : theme.warn,
          borderColor: theme.surface,
          borderWidth: 1,
        },
        z: 6,
      };
    }),
  ];
}

function toPoints(repeats: readonly PlacedRepeat[]): [number, number][] {
  return repeats.map(({ place, value }) => [place, value]);
}
