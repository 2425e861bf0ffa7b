/// <reference lib="dom" />
import { listAnnotations } from '../../../contract/series-key.ts';
import { namePlatform } from '../../../contract/platforms.ts';
import { formatChange, formatQuantity } from '../../../contract/units.ts';
import type { RunOfSeries, Series, SideOfRun, LatestLevel } from '../../api/answers.ts';
import { reach } from '../../api/history/thin-series.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { buildSlicesOption, nameValue } from '../../../report/chart/slices-option.ts';
import { buildSpreadOption } from '../../../report/chart/spread-option.ts';
import { drawChart } from '../../../report/page/draw-chart.ts';
import { makeElement, makeTable } from '../../../report/page/make-element.ts';
import { makePlain } from '../../../report/plain-text.ts';
import { listHosts } from '../format/list-hosts.ts';
import {
  describePlace,
  nameCommit,
  nameOrigin,
  titleSeries,
  writeInterval,
  writeLevel,
  writeDay,
  writeChange,
} from '../format/name-things.ts';
import { nameRange } from '../format/format-series.ts';
import { spreadRun, spreadRuns } from '../format/spread-of-runs.ts';
import { makeLink, makeSection } from './elements.ts';

const mostRuns = 100;

interface Part {
  content: Node[];
  start(): void;
}

/** The part below the chart: changes, hosts, slices, distribution, and the builds in numbers. */
export function renderMoreOfSeries(
  answer: Series,
  repository: string,
  own: RunOfSeries | undefined,
): Part {
  const charts = [...renderSlices(answer, repository), ...renderSpread(answer, own)];
  return {
    content: [
      ...renderChanges(answer, repository),
      ...renderHosts(answer),
      ...charts.map(({ content }) => content).flat(),
      renderRuns(answer, repository),
    ],
    start: () => {
      for (const { start } of charts) start();
    },
  };
}

function renderChanges(answer: Series, repository: string): Node[] {
  const { changes, series } = answer;
  if (changes.length === 0) return [];
  const rows = changes.toReversed().map((one): (Node | string)[] => [
    makeElement(
      'b',
      { class: `change ${one.isWorse ? 'regressed' : 'improved'}` },
      writeChange(one.change, one.before.value === 0),
    ),
    `${writeLevel(one.before, series)} → ${writeLevel(one.after, series)}`,
    writeInterval(one.after, series),
    makeLink(
      nameRange(answer, one),
      linkTo.compare(repository, {
        before: one.range.after.commit,
        after: one.range.upTo.commit,
      }),
    ),
    writeDay(one.atMs),
    makePlain(one.isGradual ? 'step by step' : (one.author ?? '')),
  ]);
  const columns = ['Change', 'Level', '95%', 'Commits', 'On', 'By'];
  return [makeSection('changes', 'Changes', makeTable('Newest first', columns, rows))];
}

function renderHosts(answer: Series): Node[] {
  const change = answer.changes.at(-1);
  if (change === undefined) return [];
  const { hosts } = listHosts(answer, change);
  const rows = hosts.map(({ after, before, change: own, name }) => [
    name,
    String(before),
    String(after),
    own === undefined ? 'measured one side only' : formatChange(own),
  ]);
  const columns = [
    'Kind of host',
    'Measurements before',
    'Measurements after',
    'Change of its median',
  ];
  return [
    makeSection(
      'hosts',
      'The newest change by host',
      makeTable('Each kind of host against itself', columns, rows),
    ),
  ];
}

function renderSlices(answer: Series, repository: string): Part[] {
  return listSlices(answer).map(({ key, label, values }, i) => {
    const frame = makeElement('div', { class: 'chart' });
    const title = `${titleSeries(answer.series)} by ${key}${label}`;
    const rows = values.map(({ id, latest, value }): (Node | string)[] => [
      id === answer.series.id
        ? nameValue({ value })
        : makeLink(nameValue({ value }), linkTo.oneSeries(repository, id)),
      formatQuantity(latest.value, answer.series.unit),
      writeInterval(latest, answer.series),
    ]);
    const slice = {
      series: values.map(({ latest, value }) => ({
        value,
        series: { before: {}, after: { location: latest.value } },
      })),
    };
    return {
      content: [
        makeSection(
          `slices-${i}`,
          makePlain(`By ${key}`),
          frame,
          makeTable(makePlain(title), [makePlain(key), 'Newest level', '95%'], rows),
        ),
      ],
      start: () =>
        void drawChart(
          frame,
          makePlain(title),
          (theme) => buildSlicesOption(slice, answer.series, theme),
          'canvas',
        ),
    };
  });
}

/** Without levels builds have nothing in common: only one of them is shown. */
function renderSpread(answer: Series, own: RunOfSeries | undefined): Part[] {
  const run = answer.levels.length === 0 ? (own ?? answer.runs.at(-1)) : undefined;
  const spread = run === undefined ? spreadRuns(answer) : spreadRun(answer, run);
  if (spread === undefined) return [];
  const frame = makeElement('div', { class: 'chart' });
  const { before } = spread.sides;
  const many =
    answer.allRuns === undefined ? 'All repeats' : `Repeats of ${reach} commits on a side`;
  const all = run === undefined ? many : makePlain(`The repeats of run ${run.runId}`);
  const sides =
    run === undefined
      ? 'before the newest change (circles) and since then (diamonds)'
      : 'before (circles) and after (diamonds)';
  const words = `${all}, from the smallest to the largest${before === undefined ? '' : `: ${sides}`}.`;
  return [
    {
      content: [
        makeSection('spread', 'Distribution', makeElement('p', { class: 'quiet' }, words), frame),
      ],
      start: () =>
        void drawChart(
          frame,
          `Distribution of the repeats of ${titleSeries(answer.series)}`,
          (theme) => buildSpreadOption(spread, answer.series.unit, theme),
          'canvas',
        ),
    },
  ];
}

/** The chart in numbers, for those who cannot see it. */
function renderRuns(answer: Series, repository: string): HTMLElement {
  const shown = answer.runs.slice(-mostRuns).toReversed();
  const tell = (side: SideOfRun | undefined): string => {
    if (side === undefined) return 'none';
    const rejected = side.outliers.length === 0 ? '' : `, ${side.outliers.length} ✕`;
    return `${formatQuantity(side.median, answer.series.unit)} (${side.repeats.length}${rejected})`;
  };
  const rows = shown.map((run: RunOfSeries): (Node | string)[] => [
    makeLink(run.runId, linkTo.build(repository, run)),
    writeDay(run.atMs),
    nameOrigin(run),
    nameCommit(run.commit),
    tell(run.before),
    tell(run.after),
    run.isMachineOdd ? 'its machine was off' : '',
  ]);
  const columns = [
    'Build',
    'On',
    'Of',
    'Commit',
    'Median before (repeats)',
    'Median after (repeats)',
    'Note',
  ];
  const caption = `The newest ${shown.length} of ${answer.allRuns ?? answer.runs.length} builds of ${describePlace(answer.series)}`;
  return makeElement(
    'details',
    { class: 'numbers' },
    makeElement('summary', {}, 'Builds in numbers'),
    makeTable(caption, columns, rows),
  );
}

/** No annotation is called so. */
const platformKey = 'platform';

/** Series that differ in one annotation only, in the order of its values. */
interface SliceOfSeries {
  key: string;
  /** The others, as ` (a=1)`; empty where there are none. */
  label: string;
  values: { id: string; value: string | number | boolean; latest: LatestLevel }[];
}

/** The slices through a series: its platforms, and one for each annotation by which others of its platform differ. */
function listSlices({ levels, commits, series, siblings }: Series): SliceOfSeries[] {
  const newest = levels.at(-1);
  if (newest === undefined) return [];
  const { atMs = 0, commit = '' } = commits[newest.place] ?? {};
  const own = { ...series, latest: { ...newest, commit, atMs } };
  return [...Object.keys(series.annotations), platformKey].flatMap((key) => {
    const rest = (annotations: Series['series']['annotations']): string =>
      listAnnotations(annotations)
        .filter((one) => !one.startsWith(`${key}=`))
        .join(', ');
    const others = siblings.filter(
      ({ annotations, platform }) =>
        (key === platformKey || (platform === series.platform && key in annotations)) &&
        rest(annotations) === rest(series.annotations),
    );
    const values = [own, ...others].flatMap(({ annotations, id, latest, platform }) => {
      const value = key === platformKey ? namePlatform(platform) : annotations[key];
      return value === undefined || latest === undefined ? [] : [{ id, value, latest }];
    });
    if (values.length < 2) return [];
    const label = rest(series.annotations);
    values.sort((a, b) =>
      typeof a.value === 'number' && typeof b.value === 'number'
        ? a.value - b.value
        : String(a.value) < String(b.value)
          ? -1
          : 1,
    );
    return [{ key, label: label === '' ? '' : ` (${label})`, values }];
  });
}
