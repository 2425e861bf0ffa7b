import type { Metric, NumberSpread, SeriesVerdict } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { spanKey } from '../../contract/series-key.ts';
import { foldVanished, tellVanished } from '../findings.ts';
import type { Block } from '../markdown-budget.ts';
import { rowLimit, tellLeftOut } from '../markdown-tables.ts';
import { showCode, showProse } from '../markdown-text.ts';
import { listDoubts } from '../series-doubts.ts';
import {
  countPairs,
  indexMetrics,
  listAnnotations,
  type MetricsByName,
  nameSpan,
  tellAllowed,
  tellBeside,
  tellConfidence,
  tellSize,
  tellLocation,
  tellRule,
  unitOf,
} from '../series-words.ts';
import { drawSpread, indexSpreads } from '../spreads.ts';

export interface CompactOptions {
  /** Inside a details element that opens on demand. */
  fold?: boolean;
  /** The heading above says what it is. */
  untitled?: boolean;
  /** Stands in the place of the pairs. What it shows is Markdown that fits into a cell. */
  last?: { name: string; show: (series: SeriesVerdict) => string };
}

/** A table that fits into the width of a comment: the metric stands with its span, figures are never broken. */
export function tabulateCompact(
  title: string,
  series: readonly SeriesVerdict[],
  verdict: { metrics: readonly Metric[]; spreads?: readonly NumberSpread[] },
  options: CompactOptions = {},
): Block[] {
  const metrics = indexMetrics(verdict.metrics);
  const showSpread = openSpreads(verdict.spreads, metrics);
  const { last = { name: 'Pairs', show: tellPairs } } = options;
  return frameRows(title, series, options, {
    head: [
      `| Series | ${keepTogether('Before → after')} | Change | Allowed | ${last.name} |`,
      `|${' --- |'.repeat(5)}`,
    ],
    rows: series
      .slice(0, rowLimit)
      .map((one) => showRow(one, metrics, { showLast: last.show, showSpread })),
  });
}

/** The same as a list, each with the reason: for what could not be decided. */
export function listCompact(
  title: string,
  series: readonly SeriesVerdict[],
  verdict: { metrics: readonly Metric[] },
  options: CompactOptions = {},
): Block[] {
  const metrics = indexMetrics(verdict.metrics);
  const { others, vanished } = foldVanished(series);
  const rows = [
    ...others.slice(0, rowLimit).map((one) => showItem(one, metrics)),
    ...vanished.slice(0, rowLimit).map((one) => `- ${showCode(one.test)}: ${tellVanished(one)}.`),
  ];
  return frameRows(title, series, options, { head: [], rows });
}

function frameRows(
  title: string,
  series: readonly SeriesVerdict[],
  { fold = false, untitled = false }: CompactOptions,
  { head, rows }: { head: readonly string[]; rows: readonly string[] },
): Block[] {
  if (series.length === 0) return [];
  const counted = `${title} (${series.length.toLocaleString('en-US')})`;
  const heading = untitled ? [] : [`#### ${counted}`, ''];
  const open = fold ? ['<details>', `<summary>${counted}</summary>`, ''] : heading;
  return [
    {
      head: [...open, ...head],
      rows,
      alreadyLeftOut: Math.max(0, series.length - rowLimit),
      tail: fold ? ['', '</details>', ''] : [''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'series')}`,
    },
  ];
}

function tellPairs(series: SeriesVerdict): string {
  const rejected = series.before.rejected.length + series.after.rejected.length;
  const left = rejected === 0 ? '' : keepTogether(`${rejected} rejected`);
  return stack(countPairs(series).toLocaleString('en-US'), left);
}

function showRow(
  series: SeriesVerdict,
  metrics: MetricsByName,
  { showLast, showSpread }: Record<'showLast' | 'showSpread', (series: SeriesVerdict) => string>,
): string {
  const unit = unitOf(series.metric, metrics);
  const cells = [
    stack(showProse(titleMetric(series.metric), true), showNames(series, true), showSpread(series)),
    keepTogether(`${tellLocation(series.before, unit)} → ${tellLocation(series.after, unit)}`),
    stack(tellBold(series, unit), ...tellRange(series, unit).map(keepTogether)),
    stack(keepTogether(tellAllowed(series, unit)), showProse(tellRule(series), true)),
    showLast(series),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Both distributions on one scale, below the first metric of each. */
function openSpreads(spreads: readonly NumberSpread[] | undefined, metrics: MetricsByName) {
  const findSpread = indexSpreads(spreads);
  const drawn = new Set<string>();
  return (series: SeriesVerdict): string => {
    const spread = findSpread(series);
    const key = `${spanKey(series)}\u0000${spread?.metric ?? ''}`;
    if (spread === undefined || drawn.has(key)) return '';
    drawn.add(key);
    const lines = drawSpread(spread, unitOf(series.metric, metrics)) ?? [];
    return stack(...lines.map(({ side, text }) => showCode(`${side.padEnd(6)} ${text}`, true)));
  };
}

function showItem(series: SeriesVerdict, metrics: MetricsByName): string {
  const unit = unitOf(series.metric, metrics);
  const range = tellBeside(series, unit, tellConfidence(series)) ?? '';
  const change = `${tellBold(series, unit)}${range === '' ? '' : ` (${range})`}`;
  const allowed = `allowed ${tellAllowed(series, unit)} (${showProse(tellRule(series))})`;
  const why = showProse(listDoubts(series).join('; '));
  const name = `${showProse(titleMetric(series.metric))} of ${showNames(series, false)}`;
  return `- ${name}: ${change}, ${allowed}. ${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}

function showNames(series: SeriesVerdict, inTable: boolean): string {
  const names = [nameSpan(series), ...listAnnotations(series.annotations)];
  return names.map((name) => showCode(name, inTable)).join(' ');
}

function tellBold(series: SeriesVerdict, unit: ReturnType<typeof unitOf>): string {
  const change = tellSize(series, unit);
  return change === '' ? 'no change known' : `**${keepTogether(change)}**`;
}

/** `+21.5% to +25.4%` and `at 90%`; empty where there is no interval. */
function tellRange(series: SeriesVerdict, unit: ReturnType<typeof unitOf>): string[] {
  const beside = tellBeside(series, unit);
  if (beside === undefined) return [];
  const confidence = tellConfidence(series);
  return [...beside.split(', '), ...(confidence === undefined ? [] : [`at ${confidence}`])];
}

/** Lines of a cell. */
function stack(...lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('<br>');
}

/** Figures and their units stay on one line. */
function keepTogether(words: string): string {
  return words.replaceAll(' ', '\u00a0');
}
