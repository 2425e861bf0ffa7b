import type { SeriesVerdict } from '../contract/documents.ts';
import { titleMetric } from '../contract/metrics.ts';
import { listMovements } from './build-words.ts';
import { foldVanished, type SpanGroup, tellVanished, type VanishedTest } from './findings.ts';
import type { Block } from './markdown-budget.ts';
import { showCode, showProse } from './markdown-text.ts';
import { listDoubts } from './series-doubts.ts';
import {
  listAnnotations,
  type MetricsByName,
  nameSpan,
  tellAllowed,
  tellBeside,
  tellConfidence,
  tellSize,
  tellLocation,
  tellRule,
  tellRuns,
  unitOf,
} from './series-words.ts';

/** Most rows worth reading; the page and the JSON have all of them. */
export const rowLimit = 500;

export function tellLeftOut(count: number, what: string): string {
  return `… and ${count.toLocaleString('en-US')} more ${what}, not shown here.`;
}

const columns = ['Span', 'Metric', 'Before → after', 'Change', 'Allowed', 'Runs'];

export interface TableOptions {
  /** Inside a details element that opens on demand. */
  fold?: boolean;
  /** One more column: why it is undecided. */
  doubts?: boolean;
  /** The heading above says what it is: it gets no title of its own. */
  untitled?: boolean;
}

export function tabulateSeries(
  title: string,
  series: readonly SeriesVerdict[],
  metrics: MetricsByName,
  options: TableOptions = {},
): Block[] {
  if (series.length === 0) return [];
  const count = series.length.toLocaleString('en-US');
  const names = options.doubts === true ? [...columns, 'Why'] : columns;
  const { others, vanished } = foldVanished(series);
  const rows = [
    ...others.slice(0, rowLimit).map((one) => showRow(one, metrics, options.doubts === true)),
    ...vanished.slice(0, rowLimit).map((test) => showVanished(test, names.length)),
  ];
  const heading = options.untitled === true ? [] : [`### ${title} (${count})`, ''];
  const open =
    options.fold === true ? ['<details>', `<summary>${title} (${count})</summary>`, ''] : heading;
  return [
    {
      head: [...open, `| ${names.join(' | ')} |`, `|${' --- |'.repeat(names.length)}`],
      rows,
      alreadyLeftOut: Math.max(0, others.length - rowLimit),
      tail: options.fold === true ? ['', '</details>', ''] : [''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'series')}`,
    },
  ];
}

function showRow(series: SeriesVerdict, metrics: MetricsByName, doubts: boolean): string {
  const unit = unitOf(series.metric, metrics);
  const names = [nameSpan(series), ...listAnnotations(series.annotations)];
  const change = tellSize(series, unit);
  const beside = tellBeside(series, unit, tellConfidence(series));
  const range = beside === undefined ? '' : ` (${beside})`;
  const cells = [
    names.map((name) => showCode(name, true)).join(' '),
    showProse(titleMetric(series.metric), true),
    `${tellLocation(series.before, unit)} → ${tellLocation(series.after, unit)}`,
    change === '' ? 'none' : `**${change}**${range}`,
    `${tellAllowed(series, unit)} (${showProse(tellRule(series), true)})`,
    tellRuns(series),
    ...(doubts ? [showProse(listDoubts(series).join('; '), true)] : []),
  ];
  return `| ${cells.join(' | ')} |`;
}

function showVanished(vanished: VanishedTest, columnCount: number): string {
  const cells = [showCode(vanished.test, true), tellVanished(vanished)];
  return `| ${cells.join(' | ')} |${' |'.repeat(columnCount - cells.length)}`;
}

/** What the metrics of each span did and what that means, one span a row; with `untitled` without its heading. */
export function explainSpans(
  groups: readonly SpanGroup[],
  options: { untitled?: boolean } = {},
): Block[] {
  const rows = groups.flatMap(({ series: [first], evidence }) => {
    if (evidence === undefined) return [];
    const moved = listMovements(evidence.movements).map((text) => showProse(text));
    const meaning = evidence.patterns.map(({ text }) => showProse(text)).join(' ');
    if (moved.length === 0 && meaning === '') return [];
    const names = [nameSpan(first), ...listAnnotations(first.annotations)];
    const said = [moved.join(' · '), meaning].filter((text) => text !== '').join('. ');
    return [`- ${names.map((name) => showCode(name)).join(' ')}: ${said}`];
  });
  if (rows.length === 0) return [];
  return [
    {
      head: options.untitled === true ? [] : ['#### What the metrics of these spans say', ''],
      rows: rows.slice(0, rowLimit),
      alreadyLeftOut: Math.max(0, rows.length - rowLimit),
      tail: [''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'spans')}`,
    },
  ];
}
