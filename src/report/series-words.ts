/** A series in words, the same in every form. Nothing here is escaped: that is the form's business. */
import type { Annotations, Metric, SeriesVerdict, SideSamples } from '../contract/documents.ts';
import { findMetric } from '../contract/metrics.ts';
import { formatChange, formatQuantity, shownUnit, type ShownUnit } from '../contract/units.ts';

export type MetricsByName = ReadonlyMap<string, Metric>;

export function indexMetrics(metrics: readonly Metric[]): MetricsByName {
  return new Map(metrics.map((metric) => [metric.name, metric]));
}

export function unitOf(metric: string, metrics: MetricsByName): ShownUnit {
  const known = metrics.get(metric) ?? findMetric(metric);
  return known === undefined ? 'count' : shownUnit(known);
}

/** The span's name inside its test's; one name when both are the same. */
export function nameSpan({ test, span }: { test: string; span: string }): string {
  return test === span ? test : `${test} › ${span}`;
}

/** `num_files=10000`, sorted by key, so that equal spans read alike. */
export function listAnnotations(annotations: Annotations): string[] {
  return Object.entries(annotations)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`);
}

export function tellLocation(side: SideSamples, unit: ShownUnit): string {
  return side.location === undefined ? 'none' : formatQuantity(side.location, unit);
}

/** `+12.3%`; from zero, where a ratio says nothing, the difference: `+48`; empty when there is none. */
export function tellChange({ evidence }: SeriesVerdict, unit: ShownUnit): string {
  if (evidence.change !== undefined) return formatChange(evidence.change);
  const difference = evidence.changeAbsolute;
  if (difference === undefined) return '';
  return `${difference > 0 ? '+' : ''}${formatQuantity(difference, unit)}`;
}

/** As a ratio minus one; beyond it a figure tells nothing. */
const tenfold = 10;

/** `8% or more`: the smallest worsening that would have been found. */
export function tellVisible(smallest: number): string {
  if (smallest > tenfold) return 'too noisy to see even a tenfold change';
  return `${formatChange(smallest).replace('+', '')} or more`;
}

/** `+8.0% to +16.1%`; open ends read `at least` or `at most`; undefined when there is none. */
export function tellInterval({ evidence }: Pick<SeriesVerdict, 'evidence'>): string | undefined {
  if (evidence.method === 'exact') return 'exact';
  const { lower, upper } = evidence.interval ?? {};
  if (lower !== undefined && upper !== undefined) {
    if (lower > tenfold) return 'more than tenfold';
    return `${formatChange(lower)} to ${upper > tenfold ? 'more than tenfold' : formatChange(upper)}`;
  }
  if (lower !== undefined) return `at least ${formatChange(lower)}`;
  if (upper !== undefined) return `at most ${formatChange(upper)}`;
  return undefined;
}

/**
 * The size of a change, where one figure has to do. What turned red or green did so by its estimate, which
 * overstates it near the limit: there the interval stands first, `+3.5% to +7.9%`, elsewhere the estimate.
 */
export function tellSize(series: SeriesVerdict, unit: ShownUnit): string {
  return isChosen(series) ? (tellInterval(series) ?? '') : tellChange(series, unit);
}

/**
 * What stands beside the size: the interval, or where that is the size `measured +5.6%, likely +4.6%`.
 * @param confidence `90%`; absent where it stands elsewhere
 */
export function tellBeside(
  series: SeriesVerdict,
  unit: ShownUnit,
  confidence?: string,
): string | undefined {
  const at = confidence === undefined ? [] : [`at ${confidence}`];
  if (!isChosen(series)) {
    const interval = tellInterval(series);
    return interval === undefined ? undefined : [interval, ...at].join(' ');
  }
  const measured = tellChange(series, unit);
  const { corrected } = series.evidence;
  const likely = corrected === undefined ? measured : formatChange(corrected);
  const parts = [`measured ${measured}`, ...(likely === measured ? [] : [`likely ${likely}`])];
  return [...parts, ...at].join(', ');
}

function isChosen({ state, evidence }: SeriesVerdict): boolean {
  const { lower, upper } = evidence.interval ?? {};
  return (
    (state === 'regressed' || state === 'improved') &&
    evidence.method !== 'exact' &&
    lower !== undefined &&
    upper !== undefined &&
    formatChange(lower) !== formatChange(upper)
  );
}

/** `90%`, the confidence really achieved. */
export function tellConfidence({ evidence }: SeriesVerdict): string | undefined {
  if (evidence.method === 'exact' || evidence.interval === undefined) return undefined;
  return `${Number((evidence.interval.confidence * 100).toFixed(1))}%`;
}

/** How much worse was allowed: `5%`, `2 ms`, or `5% and 2 ms` where both must be passed. */
export function tellAllowed({ threshold }: SeriesVerdict, unit: ShownUnit): string {
  const limits: string[] = [];
  if (threshold.relative !== undefined) {
    limits.push(`${Number((threshold.relative * 100).toPrecision(6))}%`);
  }
  if (threshold.absolute !== undefined) limits.push(formatQuantity(threshold.absolute, unit));
  return limits.length === 0 ? 'nothing' : limits.join(' and ');
}

/** Where the rule stands, and what softens it: `perigee.yml:31, muted until 2026-12-01, ask @team`. */
export function tellRule({ threshold }: SeriesVerdict): string {
  const parts = [threshold.rule];
  if (threshold.mutedUntil !== undefined) parts.push(`muted until ${threshold.mutedUntil}`);
  else if (threshold.action === 'warn') parts.push('warns only');
  if (threshold.certainty === 'sure') parts.push('if sure');
  if (threshold.owner !== undefined) parts.push(`owner ${threshold.owner}`);
  return parts.join(', ');
}

/** Repeats that have a value on both sides. */
export function countPairs({ before, after }: SeriesVerdict): number {
  let pairs = 0;
  for (const [repeat, value] of before.values.entries()) {
    if (typeof value === 'number' && typeof after.values[repeat] === 'number') pairs += 1;
  }
  return pairs;
}

/** `5 repeats`: those that have a value after. */
export function tellRepeats({ after }: SeriesVerdict): string {
  const repeats = after.values.filter((value) => value !== null).length;
  return `${repeats} ${repeats === 1 ? 'repeat' : 'repeats'}`;
}

/** `10 pairs in 4 builds a side, 1 rejected before and 2 after`. */
export function tellRuns(series: SeriesVerdict): string {
  const pairs = countPairs(series);
  const { builds } = series.evidence;
  const where = builds === undefined ? '' : ` in ${builds} builds a side`;
  const counted = `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}${where}`;
  const [before, after] = [series.before.rejected.length, series.after.rejected.length];
  if (before + after === 0) return counted;
  if (after === 0) return `${counted}, ${before} rejected before`;
  if (before === 0) return `${counted}, ${after} rejected after`;
  return `${counted}, ${before} rejected before and ${after} after`;
}
