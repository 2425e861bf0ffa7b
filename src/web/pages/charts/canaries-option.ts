import { formatChange } from '../../../contract/units.ts';
import type { MachineHistory } from '../../api/answers.ts';
import {
  axisBelow,
  axisOfValues,
  labelWithoutEnds,
  type ChartTheme,
} from '../../../report/chart/chart-theme.ts';
import { median } from '../../../stats/median.ts';
import { writeClock, writeDay } from '../format/name-things.ts';
import type { HistoryOption } from './history-option.ts';

const least = 0.05;
const fewDots = 30;
const dashes = ['solid', 'dashed', 'dotted'] as const;

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
  const isOneDay = new Set(builds.map(({ atMs }) => writeDay(atMs))).size === 1;
  const write = isOneDay ? writeClock : writeDay;
  const shares = lines.flat().filter((share) => share !== null);
  const [low, high] = [Math.min(-least, ...shares), Math.max(least, ...shares)];
  return {
    animation: false,
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: { left: 12, right: 16, top: 16, bottom: 32, containLabel: true },
    xAxis: {
      type: 'value',
      min: -0.5,
      max: Math.max(1, builds.length) - 0.5,
      minInterval: 1,
      ...axisBelow(theme),
      axisLabel: {
        ...labelWithoutEnds(theme),
        hideOverlap: true,
        formatter: (place: number) => write(builds[place]?.atMs),
      },
    },
    yAxis: {
      type: 'value',
      // Nothing takes less than no time.
      min: Math.max(-1, low * 1.1),
      max: high * 1.1,
      ...axisOfValues(theme),
      axisLabel: {
        ...labelWithoutEnds(theme),
        formatter: formatChange,
      },
    },
    series: lines.map((line, i) => ({
      type: 'line',
      data: line.map((share, place) => [place, share]),
      symbol: 'circle',
      symbolSize: 5,
      showSymbol: builds.length <= fewDots,
      silent: true,
      connectNulls: true,
      itemStyle: { color: colours[i % colours.length] ?? theme.text },
      lineStyle: {
        color: colours[i % colours.length] ?? theme.text,
        // As in the legend: colours alone are too few.
        type: dashes[Math.floor(i / colours.length) % dashes.length] ?? 'solid',
        width: 1.5,
      },
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
