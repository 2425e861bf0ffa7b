import type { SeriesVerdict, Verdict } from '../contract/documents.ts';
import { titleMetric } from '../contract/metrics.ts';
import { isAlone } from '../contract/sides.ts';
import type { Block } from './markdown-budget.ts';
import { rowLimit, tabulateSeries, tellLeftOut } from './markdown-tables.ts';
import { showCode, showProse } from './markdown-text.ts';
import {
  listAnnotations,
  type MetricsByName,
  nameSpan,
  tellLocation,
  tellRepeats,
  unitOf,
} from './series-words.ts';

/** A longer table is folded. */
const mostRowsOpen = 10;

/**
 * The series without a baseline. Those of a change that was measured alone have a table without the columns
 * of a comparison: there is none.
 */
export function tabulateWithoutBaseline(
  { build }: Pick<Verdict, 'build'>,
  series: readonly SeriesVerdict[],
  metrics: MetricsByName,
): Block[] {
  if (!isAlone(build)) return tabulateSeries('No baseline', series, metrics, { fold: true });
  if (series.length === 0) return [];
  const title = `Measured (${series.length.toLocaleString('en-US')})`;
  const isShort = series.length <= mostRowsOpen;
  const open = isShort ? [`### ${title}`, ''] : ['<details>', `<summary>${title}</summary>`, ''];
  return [
    {
      head: [...open, '| Span | Metric | Value | Runs |', '| --- | --- | --- | --- |'],
      rows: series.slice(0, rowLimit).map((one) => showRow(one, metrics)),
      alreadyLeftOut: Math.max(0, series.length - rowLimit),
      tail: isShort ? [''] : ['', '</details>', ''],
      tellLeftOut: (left) => `\n${tellLeftOut(left, 'series')}`,
    },
  ];
}

function showRow(series: SeriesVerdict, metrics: MetricsByName): string {
  const names = [nameSpan(series), ...listAnnotations(series.annotations)];
  const cells = [
    names.map((name) => showCode(name, true)).join(' '),
    showProse(titleMetric(series.metric), true),
    tellLocation(series.after, unitOf(series.metric, metrics)),
    tellRepeats(series),
  ];
  return `| ${cells.join(' | ')} |`;
}
