import type { LineSeriesOption } from 'echarts/charts';
import type { Side } from '../../contract/documents.ts';
import { spreadShares } from '../../contract/numbers.ts';
import { formatQuantity, type ShownUnit } from '../../contract/units.ts';
import { isLogarithmicScale, type ShownSpread } from '../spreads.ts';
import { type ChartTheme, frame, quietLabel, tooltipLook } from './chart-theme.ts';
import type { ChartOption } from './repeats-option.ts';

const names = spreadShares.map((share) => {
  if (share === 0) return 'min';
  return share === 1 ? 'max' : `p${Number((share * 100).toPrecision(4))}`;
});

/** The value at each share, before and after on one scale: where the lines part, the values differ. */
export function buildSpreadOption(
  { sides }: ShownSpread,
  unit: ShownUnit,
  theme: ChartTheme,
): ChartOption {
  const show = (value: number): string => formatQuantity(value, unit);
  const all = [...(sides.before ?? []), ...(sides.after ?? [])];
  const low = Math.min(...all);
  const isLogarithmic = isLogarithmicScale(low, Math.max(...all));
  const draw = (side: Side): LineSeriesOption[] => {
    const values = sides[side];
    if (values === undefined) return [];
    return [
      {
        type: 'line',
        name: side,
        data: values.map((value, i) => ({ value, name: `${names[i]}, ${side}: ${show(value)}` })),
        symbol: side === 'before' ? 'circle' : 'diamond',
        symbolSize: side === 'before' ? 7 : 10,
        itemStyle: { color: theme[side] },
        lineStyle: { color: theme[side], width: 2 },
      },
    ];
  };
  return {
    ...frame(theme, 24),
    tooltip: { trigger: 'item', ...tooltipLook(theme), formatter: '{b}' },
    xAxis: {
      type: 'category',
      data: names,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: theme.line } },
      axisLabel: { ...quietLabel(theme) },
    },
    yAxis: {
      type: isLogarithmic ? 'log' : 'value',
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { lineStyle: { color: theme.line } },
      axisLabel: { ...quietLabel(theme), formatter: show },
    },
    series: [...draw('before'), ...draw('after')],
  };
}
