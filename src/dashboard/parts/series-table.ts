/// <reference lib="dom" />
import { formatChange } from '../../contract/units.ts';
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
  const rows = list.map((one): (Node | string)[] => [
    nameCell(one, repository),
    one.latest === undefined ? (one.isPending ? 'computing' : 'none') : writeLevel(one.latest, one),
    makeSparkline(one.recent),
    showChange(one),
  ]);
  return makeTable(caption, ['Series', 'Level', 'Newest 50 commits', 'Newest change'], rows);
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

function showChange({ newestChange }: SeriesSummary): Node | string {
  if (newestChange === undefined) return 'none';
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
