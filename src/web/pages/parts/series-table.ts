/// <reference lib="dom" />
import { formatChange, formatQuantity } from '../../../contract/units.ts';
import type { SeriesSummary } from '../../api/answers.ts';
import { linkTo } from '../../api/page-addresses.ts';
import { makeElement, makeTable } from '../../../report/page/make-element.ts';
import {
  describePlace,
  nameCommit,
  titleSeries,
  writeLevel,
  writeBy,
  writeChange,
  writeDay,
} from '../format/name-things.ts';
import { makeLink, makeName } from './elements.ts';
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
    formatLevel(one),
    ...(isByRuns ? [] : [makeSparkline(one)]),
    renderNewestChange(one),
  ]);
  const heads = isByRuns
    ? ['Series', 'Newest run: before → after', 'Change']
    : ['Series', 'Level', 'Newest commits', 'Newest change'];
  return makeTable(caption, heads, rows);
}

export function formatLevel(one: SeriesSummary): string {
  const { isPending, latest, newestRun, unit } = one;
  if (latest !== undefined) return writeLevel(latest, one);
  if (newestRun === undefined) return isPending ? 'computing' : 'none';
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
    makeElement('span', { class: 'quiet' }, ...makeName(describePlace(series))),
  );
}

function renderNewestChange({ newestChange, newestRun }: SeriesSummary): Node | string {
  if (newestChange === undefined) {
    return newestRun?.change === undefined ? 'none' : formatChange(newestRun.change);
  }
  const { atMs, author, before, change, commit, isWorse } = newestChange;
  return makeElement(
    'span',
    {},
    makeElement(
      'b',
      { class: `change ${isWorse ? 'regressed' : 'improved'}` },
      writeChange(change, before.value === 0),
    ),
    ` at ${nameCommit(commit)}${writeBy(author)}, ${writeDay(atMs)}`,
  );
}
