import type { SeriesVerdict } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { cutPlain, makePlain } from '../plain-text.ts';
import { listDoubts } from '../series-doubts.ts';
import {
  listAnnotations,
  type MetricsByName,
  nameSpan,
  tellAllowed,
  tellBeside,
  tellSize,
  tellLocation,
  unitOf,
} from '../series-words.ts';

/** A name that is longer is cut: beside a line of code there is little room. */
const longestName = 200;

/** `Regressed: Latency +23.4%, allowed 5%`; of several series their number and the worst. */
export function describeTitle(series: readonly SeriesVerdict[], metrics: MetricsByName): string {
  const [worst] = series;
  if (worst === undefined) return '';
  const unit = unitOf(worst.metric, metrics);
  const what = [titleMetric(worst.metric), tellSize(worst, unit)].join(' ').trim();
  const allowed = `allowed ${tellAllowed(worst, unit)}`;
  if (series.length === 1) return `${sayState(worst)}: ${what}, ${allowed}`;
  return `${sayState(worst)}: ${series.length.toLocaleString('en-US')} series, first ${what}, ${allowed}`;
}

function sayState({ state, blocking, threshold }: SeriesVerdict): string {
  if (state === 'undecided') return 'Undecided';
  if (blocking) return 'Regressed';
  return threshold.mutedUntil === undefined
    ? 'Worse'
    : `Worse, muted until ${threshold.mutedUntil}`;
}

/** `upload › send num_files=10000: Latency 1.2 s → 1.48 s, +23.4% (+21.5% to +25.4%)`, on one line. */
export function describeSeries(series: SeriesVerdict, metrics: MetricsByName): string {
  const unit = unitOf(series.metric, metrics);
  const name = cutPlain(
    [nameSpan(series), ...listAnnotations(series.annotations)].join(' '),
    longestName,
  );
  const levels = `${tellLocation(series.before, unit)} → ${tellLocation(series.after, unit)}`;
  const change = tellSize(series, unit);
  const beside = tellBeside(series, unit);
  const range = beside === undefined ? '' : ` (${beside})`;
  const moved = change === '' ? '' : `, ${change}${range}`;
  const doubts =
    series.state === 'undecided' ? `; ${makePlain(listDoubts(series).join('; '))}` : '';
  return `${name}: ${titleMetric(series.metric)} ${levels}${moved}${doubts}`;
}
