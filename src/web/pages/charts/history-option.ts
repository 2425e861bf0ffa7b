import type { CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import type {
  DataZoomComponentOption,
  GridComponentOption,
  MarkAreaComponentOption,
  MarkLineComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { formatChange } from '../../../contract/units.ts';
import type { Change, Series } from '../../api/answers.ts';
import {
  axisBelow,
  axisOfValues,
  labelWithoutEnds,
  type ChartTheme,
} from '../../../report/chart/chart-theme.ts';
import { chooseFormat } from '../../../report/chart/value-range.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { nameCommit } from '../format/name-things.ts';
import { namePlace } from '../format/read-place.ts';
import { listAxisMarks } from './axis-marks.ts';
import { drawRepeats } from './draw-repeats.ts';
import { findHistoryRange, type HistoryView, type PlacedRepeats } from './history-view.ts';

export type HistoryOption = ComposeOption<
  | LineSeriesOption
  | ScatterSeriesOption
  | CustomSeriesOption
  | GridComponentOption
  | DataZoomComponentOption
  | MarkLineComponentOption
  | MarkAreaComponentOption
>;

/**
 * A series over the commits of the branch: every repeat, the level with its interval, where it changed.
 *
 *     │        ·:·.  ┊   ──────── level         · repeat   ✕ rejected outlier
 *     │   ✕          ┊ ░░░░░░░░░░ its 95% interval
 *     │ ──────────── ┊            ┊ change point, the commits it may be shaded
 */
export function buildHistoryOption(
  view: HistoryView,
  placed: PlacedRepeats,
  theme: ChartTheme,
): HistoryOption {
  const { answer, from, to } = view;
  const range = findHistoryRange(view, placed);
  const { commits } = answer;
  return {
    animation: false,
    textStyle: { fontFamily: theme.font, color: theme.text },
    grid: { left: 12, right: 16, top: 44, bottom: 56, containLabel: true },
    dataZoom: [
      {
        type: 'inside',
        startValue: from - 0.5,
        endValue: to + 0.5,
        filterMode: 'none',
        // The wheel belongs to the page.
        zoomOnMouseWheel: 'ctrl',
        // To drag is to choose what to see.
        moveOnMouseMove: 'shift',
        minValueSpan: Math.min(4, commits.length),
      },
      {
        type: 'slider',
        startValue: from - 0.5,
        endValue: to + 0.5,
        filterMode: 'none',
        minValueSpan: Math.min(4, commits.length),
        height: 22,
        bottom: 8,
        showDataShadow: false,
        showDetail: false,
        brushSelect: false,
        borderColor: theme.line,
        fillerColor: theme.line,
        handleStyle: { color: theme.surface, borderColor: theme.quietText },
        moveHandleStyle: { color: theme.quietText },
        emphasis: { moveHandleStyle: { color: theme.quietText } },
      },
    ],
    xAxis: {
      type: 'value',
      min: -1,
      max: Math.max(commits.length, 2),
      minInterval: 1,
      ...axisBelow(theme),
      axisLabel: {
        ...labelWithoutEnds(theme),
        hideOverlap: true,
        formatter: (place: number) => namePlace(answer, place),
      },
    },
    yAxis: {
      type: view.isLogarithmic ? 'log' : 'value',
      min: range.low,
      max: range.high,
      axisLine: { show: false },
      ...axisOfValues(theme),
      axisLabel: {
        ...labelWithoutEnds(theme),
        formatter: chooseFormat(range, answer.series.unit),
      },
    },
    series: [
      drawBand(answer, theme),
      ...drawRepeats(placed, range, theme),
      ...drawBeside(view, theme),
      drawLevels(answer, theme),
    ],
  };
}

/** One shape for all: a shape for each commit would take longer than everything else. */
function drawBand({ levels }: Series, theme: ChartTheme): CustomSeriesOption {
  return {
    type: 'custom',
    silent: true,
    clip: true,
    data: levels.length === 0 ? [] : [[levels[0]?.place ?? 0, levels[0]?.value ?? 0]],
    renderItem: (_params, api) => ({
      type: 'polygon',
      silent: true,
      shape: {
        points: [
          ...levels.map(({ place, high }) => api.coord([place, high])),
          ...levels.toReversed().map(({ place, low }) => api.coord([place, low])),
        ],
      },
      style: { fill: theme.after, opacity: 0.18 },
    }),
    z: 1,
  };
}

/** With more changes the size alone stands at each. */
const mostNamed = 6;

function drawLevels(answer: Series, theme: ChartTheme): LineSeriesOption {
  const { changes, commits, levels } = answer;
  const placeOf = new Map(commits.map(({ commit }, place) => [commit, place]));
  const at = ({ commit }: { commit: string }): number => placeOf.get(commit) ?? 0;
  const colour = ({ isWorse }: Change): string => (isWorse ? theme.bad : theme.good);
  return {
    type: 'line',
    data: levels.map(({ place, value }) => [place, value]),
    symbol: 'circle',
    showSymbol: levels.length <= 60,
    symbolSize: 6,
    silent: true,
    itemStyle: { color: theme.after },
    lineStyle: { color: theme.after, width: 2 },
    z: 5,
    markLine: {
      silent: true,
      animation: false,
      symbol: 'none',
      data: [
        ...changes.map((one) => ({
          xAxis: at(one) - 0.5,
          label: {
            formatter: nameChange(one, changes.length <= mostNamed),
            color: colour(one),
            ...{ fontSize: 12, lineHeight: 15 },
            fontWeight: 600 as const,
          },
          lineStyle: { color: colour(one), width: 1.5, type: 'dashed' as const },
        })),
        ...listAxisMarks(answer).map(({ isOpen, place, text }) => {
          const own = isOpen === true ? theme.bad : theme.quietText;
          return {
            xAxis: place,
            label: {
              ...{ formatter: makePlain(text), color: own, fontSize: 11 },
              position:
                isOpen === undefined ? ('insideStartTop' as const) : ('insideStartBottom' as const),
            },
            lineStyle: { color: own, width: 1, type: 'dotted' as const },
          };
        }),
      ],
    },
    markArea: {
      silent: true,
      animation: false,
      data: changes
        .filter(({ range }) => at(range.upTo) - at(range.after) > 1)
        .map((one) => [
          {
            xAxis: at(one.range.after) + 0.5,
            itemStyle: { color: colour(one), opacity: 0.1 },
          },
          { xAxis: at(one.range.upTo) },
        ]),
    },
  };
}

/** Its size, and below it the commit and its author. */
function nameChange({ author, change, commit }: Change, isNamed: boolean): string {
  const by = author === undefined ? '' : ` by ${makePlain(author).slice(0, 20)}`;
  return `${formatChange(change)}${isNamed ? `\n${nameCommit(commit)}${by}` : ''}`;
}

const dashes = ['dashed', 'dotted', 'solid'] as const;

function drawBeside({ beside }: HistoryView, theme: ChartTheme): LineSeriesOption[] {
  const colours = [theme.good, theme.warn, theme.before];
  return beside.map(({ levels, name }, i) => ({
    type: 'line',
    name,
    data: levels.map(({ place, value }) => [place, value]),
    symbol: 'none',
    silent: true,
    lineStyle: { color: colours[i] ?? theme.before, width: 2, type: dashes[i] ?? 'solid' },
    z: 4,
  }));
}
