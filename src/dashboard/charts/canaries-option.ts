import { formatChange } from '../../contract/units.ts';
import type { MachineHistory } from '../../explorer/answers.ts';
import type { ChartTheme } from '../../report/chart/chart-theme.ts';
import { median } from '../../stats/trim.ts';
import { writeDay } from '../words/time.ts';
import type { HistoryOption } from './history-option.ts';

const least = 0.05;

/** Each canary against its own median over the builds of a machine, as a share, so that all fit one axis. */
export function buildCanariesOption(
  { alarms, builds, canaries }: MachineHistory,
  theme: ChartTheme,
): HistoryOption {
  const colours = [theme.after, theme.warn, theme.good, theme.bad, theme.before];
  const lines = canaries.map(({ values }) => {
    const known = values.filter((value) => value !== null);
    const middle = known.length === 0 ? 1 : median(known);
    return values.map((value) => (value === null ? null : value / middle - 1));
  });
  const most = Math.max(least, ...lines.flat().map((share) => Math.abs(share ?? 0)));
  return {
    animation: false,
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: { left: 12, right: 16, top: 16, bottom: 32, containLabel: true },
    xAxis: {
      type: 'value',
      min: -0.5,
      max: Math.max(1, builds.length) - 0.5,
      minInterval: 1,
      splitLine: { show: false },
      axisTick: { show: false },
      axisLine: { onZero: false, lineStyle: { color: theme.line } },
      axisLabel: {
        color: theme.quietText,
        fontSize: 12,
        hideOverlap: true,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: (place: number) => writeDay(builds[place]?.atMs),
      },
    },
    yAxis: {
      type: 'value',
      min: -most * 1.1,
      max: most * 1.1,
      splitNumber: 4,
      axisTick: { show: false },
      splitLine: { lineStyle: { color: theme.line } },
      axisLabel: {
        color: theme.quietText,
        fontSize: 12,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: formatChange,
      },
    },
    series: lines.map((line, i) => ({
      type: 'line',
      data: line.map((share, place) => [place, share]),
      symbol: 'none',
      silent: true,
      connectNulls: true,
      lineStyle: { color: colours[i % colours.length] ?? theme.text, width: 1.5 },
      ...(i > 0
        ? {}
        : {
            markArea: {
              silent: true,
              itemStyle: { color: theme.bad, opacity: 0.1 },
              data: alarms.map(({ at, endedAt = builds.length }) => [
                { xAxis: at - 0.5 },
                { xAxis: endedAt - 0.5 },
              ]),
            },
          }),
    })),
  };
}
