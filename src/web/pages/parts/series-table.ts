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
  writeDay,
} from '../format/name-things.ts';
import { makeLink } from './elements.ts';

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
    ...(isByRuns ? [] : [makeSparkline(one.recent)]),
    renderNewestChange(one),
  ]);
  const heads = isByRuns
    ? ['Series', 'Newest run: before → after', 'Change']
    : ['Series', 'Level', 'Newest 50 commits', 'Newest change'];
  return makeTable(caption, heads, rows);
}

function formatLevel(one: SeriesSummary): string {
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

function renderNewestChange({ newestChange, newestRun }: SeriesSummary): Node | string {
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

/// <reference lib="dom" />
const [width, height] = [120, 24];
const space = 'http://www.w3.org/2000/svg';

/** The newest levels of a series as a line beside its numbers, which say the same: hidden from screen readers. */
function makeSparkline(levels: readonly number[]): Node {
  const svg = document.createElementNS(space, 'svg');
  const attributes = {
    class: 'sparkline',
    viewBox: `0 0 ${width} ${height}`,
    'aria-hidden': 'true',
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  if (levels.length < 2) return svg;
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  // A line that moves by less than this says nothing: it stays flat.
  const range = Math.max(high - low, 0.05 * Math.abs(high)) || 1;
  const middle = (low + high) / 2;
  const points = levels.map((level, i) => {
    const x = 2 + (i / (levels.length - 1)) * (width - 4);
    const y = height / 2 - ((level - middle) / range) * (height - 6);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', `M${points.join('L')}`);
  svg.append(path);
  return svg;
}
