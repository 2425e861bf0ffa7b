/** A series in words, the same in every form. Nothing here is escaped: that is the form's business. */
import { countThings } from '../contract/count-things.ts';
import { shortenValue } from '../contract/cut-text.ts';
import type { Annotations, Metric, SeriesVerdict, SideSamples } from '../contract/documents.ts';
import { listAnnotations, type SeriesIdentity } from '../contract/series-key.ts';
import { findMetric, titleMetric } from '../contract/metrics.ts';
import { nameAllowed } from '../contract/missed-change.ts';
import {
  formatChange,
  formatNumber,
  formatQuantity,
  type ShownMetric,
  shownUnit,
  type ShownUnit,
  formatShare,
} from '../contract/units.ts';
import { cutPlain, makePlain } from './plain-text.ts';

/** A name that is longer would push the rest out of the line. */
const longestName = 100;

export type MetricsByName = ReadonlyMap<string, Metric>;

export function indexMetrics(metrics: readonly Metric[]): MetricsByName {
  return new Map(metrics.map((metric) => [metric.name, metric]));
}

export function shownMetric({ metric }: SeriesVerdict, metrics: MetricsByName): ShownMetric {
  return {
    unit: unitOf(metric, metrics),
    direction: metrics.get(metric)?.direction ?? 'lower',
  };
}

export function unitOf(metric: string, metrics: MetricsByName): ShownUnit {
  const known = metrics.get(metric) ?? findMetric(metric);
  return known === undefined ? 'count' : shownUnit(known);
}

/** The span's name inside its test's; one name when both are the same. */
export function nameSpan({ test, span }: { test: string; span: string }): string {
  return test === span ? test : `${test} › ${span}`;
}

/** The same with the annotations, such as the parameters of a case: `upload › send num_files=10000`. */
export function nameSlice({
  annotations = {},
  ...span
}: Pick<SeriesIdentity, 'test' | 'span'> & { annotations?: Annotations }): string {
  const name = cutPlain(nameSpan(span), longestName);
  const slice = shortenValue(listAnnotations(annotations).join(' '), longestName);
  return [name, makePlain(slice)].join(' ').trim();
}

export function formatLocation(side: SideSamples, unit: ShownUnit): string {
  return side.location === undefined ? 'none' : formatQuantity(side.location, unit);
}

/** `latency`, `user CPU time`: within a sentence, where the comma of a title would end the name. */
export function nameMetric(metric: string): string {
  const title = titleMetric(metric);
  if (title === metric) return title;
  const [noun = '', which = ''] = title.split(', ');
  const name = /^[A-Z][a-z]/.test(noun) ? `${noun.charAt(0).toLowerCase()}${noun.slice(1)}` : noun;
  return `${which} ${name}`.trim();
}

/** Whether its name is a plural: `write operations`, as every count of ours. */
export function isPlural(metric: string): boolean {
  return findMetric(metric)?.unit === 'count';
}

/** `+12.3%`; from zero, where a ratio says nothing, the difference: `+48`; empty when there is none. */
export function formatEstimate({ evidence }: SeriesVerdict, unit: ShownUnit): string {
  if (evidence.change !== undefined) return formatChange(evidence.change);
  const difference = evidence.changeAbsolute;
  if (difference === undefined) return '';
  return `${difference > 0 ? '+' : ''}${formatQuantity(difference, unit)}`;
}

/** As a ratio minus one; beyond it a figure tells nothing. */
const tenfold = 10;

/** `8% or more, where 5% is allowed`: the smallest worsening that would have been found. @param limits what the rules of its series allow */
export function formatVisible(smallest: number, limits: readonly number[] = []): string {
  if (smallest > tenfold) return 'too noisy to see even a tenfold change';
  return `${formatShare(smallest)} or more${nameAllowed(limits, smallest)}`;
}

/** The smallest worsening that would have been found; absent where the measured change is larger, which would contradict it. */
export function sightOf({ evidence }: Pick<SeriesVerdict, 'evidence'>): number | undefined {
  const { change = 0, smallestVisible = 0 } = evidence;
  return smallestVisible > Math.abs(change) ? smallestVisible : undefined;
}

/** `8.0% to 16.1%`, with signs where they differ or are minus; open ends read `at least` or `at most`. */
export function formatInterval({ evidence }: Pick<SeriesVerdict, 'evidence'>): string | undefined {
  if (evidence.method === 'exact') return 'exact';
  const { lower, upper } = evidence.interval ?? {};
  if (lower !== undefined && upper !== undefined) {
    if (lower > tenfold) return 'more than tenfold';
    const end = upper > tenfold ? 'more than tenfold' : formatChange(upper);
    const range = `${formatChange(lower)} to ${end}`;
    return lower > 0 ? range.replaceAll('+', '') : range;
  }
  if (lower !== undefined) return `at least ${formatChange(lower)}`;
  if (upper !== undefined) return `at most ${formatChange(upper)}`;
  return undefined;
}

/** `+213% (157% to 281%)`; empty when there is none. */
export function formatMove(series: SeriesVerdict, unit: ShownUnit): string {
  const [change, interval] = [formatEstimate(series, unit), formatInterval(series)];
  return interval === undefined ? change : `${change} (${interval})`.trim();
}

/** `takes 3.1 times as long: 2.49 s → 7.8 s`, `: CPU time is 41.0% higher: …`, to stand behind the name of a span. */
export function describeChange(series: SeriesVerdict, unit: ShownUnit): string {
  const { evidence, metric } = series;
  const { change } = evidence;
  const name = nameMetric(metric);
  const levels = formatLevels(series, unit);
  if (change === undefined) return `: ${name} went from ${levels.replace(' → ', ' to ')}`;
  const size = change < 1 ? formatShare(change) : '';
  const times = `${formatNumber(1 + change, 2)} times`;
  if (metric === 'latency') {
    if (change >= 1) return ` takes ${times} as long: ${levels}`;
    return ` takes ${size} ${change < 0 ? 'less time' : 'longer'}: ${levels}`;
  }
  const is = isPlural(metric) ? 'are' : 'is';
  if (change >= 1) return `: ${name} ${is} ${times} as high: ${levels}`;
  return `: ${name} ${is} ${size} ${change < 0 ? 'lower' : 'higher'}: ${levels}`;
}

/** `2.49 s → 7.80 s` */
export function formatLevels({ after, before }: SeriesVerdict, unit: ShownUnit): string {
  return `${formatLocation(before, unit)} → ${formatLocation(after, unit)}`;
}

/** `90%`, the confidence really achieved. */
export function formatConfidence({ evidence }: SeriesVerdict): string | undefined {
  if (evidence.method === 'exact' || evidence.interval === undefined) return undefined;
  return `${Number((evidence.interval.confidence * 100).toFixed(1))}%`;
}

/** How much worse was allowed: `+5%`, `+2 ms`, or `+5% and 2 ms` where both must be passed. */
export function formatAllowed(
  { threshold }: Pick<SeriesVerdict, 'threshold'>,
  { direction, unit }: ShownMetric,
): string {
  const limits: string[] = [];
  if (threshold.relative !== undefined) {
    limits.push(`${Number((threshold.relative * 100).toPrecision(6))}%`);
  }
  if (threshold.absolute !== undefined) limits.push(formatQuantity(threshold.absolute, unit));
  const sign = direction === 'higher' ? '-' : '+';
  return limits.length === 0 ? 'nothing' : `${sign}${limits.join(' and ')}`;
}

/** The line of the rule, and what softens it: `perigee.yml:31, muted until 2026-12-01, ask @team`. */
export function formatRule({ threshold }: SeriesVerdict): string {
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
export function formatRepeats({ after }: SeriesVerdict): string {
  const repeats = after.values.filter((value) => value !== null).length;
  return countThings(repeats, 'repeat');
}

/** `10 pairs in 4 builds a side, 1 rejected before and 2 after`. */
export function formatRuns(series: SeriesVerdict): string {
  const pairs = countPairs(series);
  const { builds } = series.evidence;
  const where = builds === undefined ? '' : ` in ${builds} builds a side`;
  const counted = `${countThings(pairs, 'pair')}${where}`;
  const [before, after] = [series.before.rejected.length, series.after.rejected.length];
  if (before + after === 0) return counted;
  if (after === 0) return `${counted}, ${before} rejected before`;
  if (before === 0) return `${counted}, ${after} rejected after`;
  return `${counted}, ${before} rejected before and ${after} after`;
}
