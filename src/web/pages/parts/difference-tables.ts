/// <reference lib="dom" />
import { countThings } from '../../../contract/count-things.ts';
import { formatChange } from '../../../contract/units.ts';
import type { Difference } from '../../api/answers.ts';
import { intervalConfidence } from '../../../stats/student-t.ts';
import { makeElement, makeTable } from '../../../report/page/make-element.ts';
import { makeSection } from './elements.ts';
import { writeChange } from '../format/name-things.ts';
import { type Dot, drawDifference, findEdge } from './interval.ts';

export interface ComparedRow {
  difference: Difference | undefined;
  /** Nothing was there before: the change has no size. */
  isFromZero?: boolean;
  name: HTMLElement;
  levels: readonly string[];
  rest: readonly string[];
  dots?: readonly Dot[];
}

/** As reports say it: `90%`. */
export const confidence = `${Math.round(100 * intervalConfidence)}%`;

/** Tables of what is clearly worse and clearly better; the rest is folded. */
export function renderDifferences(
  rows: readonly ComparedRow[],
  [columns, restColumns]: readonly [readonly string[], readonly string[]],
): Node[] {
  const [worse, better, unclear]: [ComparedRow[], ComparedRow[], ComparedRow[]] = [[], [], []];
  for (const row of rows) {
    const { isClear = false, isWorse = false } = row.difference ?? {};
    (!isClear ? unclear : isWorse ? worse : better).push(row);
  }
  const isAside = unclear.some(({ difference: { high, low } = { high: 0, low: 0 } }) => {
    return low > 0 || high < 0;
  });
  const heads = ['Series', 'Change', ...columns, confidence, ...restColumns];
  const edge = findEdge(rows.map((row) => (row.isFromZero === true ? undefined : row.difference)));
  const tabulate = (caption: string, list: readonly ComparedRow[]): HTMLElement =>
    makeTable(
      caption,
      heads,
      list.map((row) => renderRow(row, edge)),
    );
  // Some of many intervals exclude zero by chance.
  const byChance = Math.round((1 - intervalConfidence) * rows.length);
  const doubt = `Each interval holds with ${confidence}: of ${countThings(rows.length, 'series')}, about ${byChance} look clear by chance.`;
  const isEmpty = unclear.length === 0;
  const folded = makeElement(
    'details',
    { class: 'numbers', ...(worse.length + better.length === 0 ? { open: '' } : {}) },
    makeElement(
      'summary',
      {},
      `${countThings(unclear.length, 'series')} without a clear difference${isAside ? ', or that can fail no build' : ''}`,
    ),
    tabulate(
      `Differences that noise can make${isAside ? ', or that can fail no build' : ''}`,
      unclear,
    ),
  );
  return [
    ...(byChance === 0 ? [] : [makeElement('p', { class: 'quiet' }, doubt)]),
    ...(worse.length === 0
      ? []
      : [
          makeSection(
            'worse',
            'Worse',
            tabulate('Clearly worse, by the end of the interval nearest to zero', worse),
          ),
        ]),
    ...(better.length === 0
      ? []
      : [makeSection('better', 'Better', tabulate('Clearly better', better.toReversed()))]),
    ...(isEmpty ? [] : [folded]),
  ];
}

function renderRow(
  { difference, dots, isFromZero = false, levels, name, rest }: ComparedRow,
  edge: number,
): (Node | string)[] {
  if (difference === undefined) return [name, '', ...levels, '', ...rest];
  const { high, isClear, isWorse, low, value } = difference;
  const tone = !isClear ? 'quiet' : `change ${isWorse ? 'regressed' : 'improved'}`;
  return [
    name,
    makeElement(
      'div',
      { class: 'sized' },
      makeElement('b', { class: tone }, writeChange(value, isFromZero)),
      ...(isFromZero ? [] : [drawDifference(difference, edge, dots)]),
    ),
    ...levels,
    isFromZero ? '' : `${formatChange(low)} to ${formatChange(high)}`,
    ...rest,
  ];
}
