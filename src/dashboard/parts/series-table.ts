/// <reference lib="dom" />
import { formatChange, formatQuantity } from '../../contract/units.ts';
import type { SeriesSummary } from '../../explorer/answers.ts';
import { linkTo } from '../../explorer/page-addresses.ts';
import { makeElement, makeTable } from '../../report/page/make-element.ts';
import { describePlace, nameCommit, titleSeries, writeLevel } from '../words/name-things.ts';
import { writeDay } from '../words/time.ts';
import { makeLink } from './elements.ts';
import { makeSparkline } from './sparkline.ts';

export function tabulateSeries(
  caption: string,
  repository: string,
  list: readonly SeriesSummary[],
): HTMLElement {
  // Without levels, runs stand for themselves.
  const isByRuns =
    list.some(({ newestRun }) => newestRun !== undefined) &&
    list.every(({ latest }) => latest === undefined);
  const rows = list.map((one): (Node | string)[] => [
    nameCell(one, repository),
    showLevel(one),
    ...(isByRuns ? [] : [makeSparkline(one.recent)]),
    showChange(one),
  ]);
  const heads = isByRuns
    ? ['Series', 'Newest run: before → after', 'Change']
    : ['Series', 'Level', 'Newest 50 commits', 'Newest change'];
  return makeTable(caption, heads, rows);
}

function showLevel(one: SeriesSummary): string {
  const { isPending, latest, newestRun, unit } = one;
  if (latest !== undefined) return writeLevel(latest, one);
  if (isPending) return 'computing';
  if (newestRun === undefined) return 'none';
  return `${formatQuantity(newestRun.before, unit)} → ${formatQuantity(newestRun.after, unit)}`;
}

/** The name of a series, and below it what sets it apart. */
export function nameCell(
  series: Pick<
    SeriesSummary,
    'id' | 'test' | 'span' | 'metric' | 'annotations' | 'platform' | 'suite' | 'unit' | 'direction'
  >,
  repository: string,
  view: Parameters<typeof linkTo.oneSeries>[2] = {},
): HTMLElement {
  return makeElement(
    'div',
    { class: 'name' },
    makeLink(titleSeries(series), linkTo.oneSeries(repository, series.id, view)),
    makeElement('span', { class: 'quiet' }, describePlace(series)),
  );
}

function showChange({ newestChange, newestRun }: SeriesSummary): Node | string {
  if (newestChange === undefined) {
    return newestRun?.change === undefined ? 'none' : formatChange(newestRun.change);
  }
  const { atMs, change, commit, isWorse } = newestChange;
  return makeElement(
    'span',
    {},
    makeElement(
      'b',
      { class: `change ${isWorse ? 'regressed' : 'improved'}` },
      formatChange(change),
    ),
    ` at ${nameCommit(commit)}, ${writeDay(atMs)}`,
  );
}
