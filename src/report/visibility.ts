import type { SeriesVerdict, Verdict } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { layoutAllowance } from '../contract/layout-allowance.ts';
import { hasAllLooks, limitOf } from '../contract/missed-change.ts';
import { spanKey } from '../contract/series-key.ts';
import { canBlock } from './findings.ts';

/** How small a worsening of one metric these runs would have shown (with 80% probability). */
export interface Visibility {
  metric: string;
  /** Those whose smallest visible worsening is known. */
  series: number;
  /** Ratios minus one: 0.05 is 5% worse. */
  median: number;
  worst: number;
  /** What is allowed: of each series, and of the one that `worstSeen` is of. */
  limits: readonly number[];
  /** Series that would not even show half as much again, nor twice what is allowed; the best of them, and the worst of the others. */
  blind: number;
  leastBlind?: number;
  worstSeen?: number;
  limitSeen?: number;
  /** The series that lacks most to show what is just past its limit. */
  short?: Seen;
}

export interface Seen {
  smallest: number;
  limit: number;
}

/**
 * As a ratio minus one: a series that misses more can hardly see. What a rule allows is no blindness. A tick over one that
 * would miss nine times what is allowed was read as a pass.
 */
function mostSeen(one: SeriesVerdict): number {
  return Math.max(0.5, 2 * limitOf(one));
}

function isBlind(one: SeriesVerdict): boolean {
  return (one.evidence.smallestVisible ?? 0) > mostSeen(one);
}

/** As a share of what is compared: with more of it unseen, a green verdict says too little. */
const mostUnseen = 0.25;

/**
 * The tests, spans and benchmarks of which these runs could hardly see a regression, by a series of each; empty where
 * they are too few to matter. One counts on each platform, where most of its series there that can block are blind.
 */
export function listUnseen({ series }: Verdict): SeriesVerdict[] {
  const measured = series.filter(
    (one) => canBlock(one) && one.evidence.smallestVisible !== undefined,
  );
  const slices = [...Map.groupBy(measured, spanKey).values()];
  const unseen = slices.filter((own) => 2 * own.filter(isBlind).length > own.length);
  return unseen.length < mostUnseen * slices.length
    ? []
    : unseen.flatMap((own) => own.find(isBlind) ?? []);
}

/**
 * One entry for each metric, in the order of the verdict's metrics.
 * @param which the series that can block, or those that only warn
 */
export function measureVisibility(
  verdict: Verdict,
  which: 'blocking' | 'warning' = 'blocking',
): Visibility[] {
  const seen = Map.groupBy(
    verdict.series.flatMap((series) => {
      const { smallestVisible: smallest } = series.evidence;
      if (smallest === undefined || canBlock(series) !== (which === 'blocking')) return [];
      return [
        { metric: series.metric, smallest, isBlind: isBlind(series), limit: limitOf(series) },
      ];
    }),
    ({ metric }) => metric,
  );
  const order = new Map(verdict.metrics.map((metric, index) => [metric.name, index]));
  const rank = (metric: string): number => order.get(metric) ?? Infinity;
  return [...seen]
    .map(([metric, all]) => {
      all.sort((a, b) => a.smallest - b.smallest);
      const values = all.map(({ smallest }) => smallest);
      const worst = values.at(-1) ?? 0;
      const leastBlind = all.find((one) => one.isBlind)?.smallest;
      const sighted = all.filter((one) => !one.isBlind);
      const last = sighted.at(-1);
      const short = findShort(sighted);
      const blind = all.length - sighted.length;
      return {
        ...{ metric, series: values.length, median: takeMedian(values), worst, blind },
        limits: all.map(({ limit }) => limit),
        ...(leastBlind === undefined ? {} : { leastBlind }),
        ...(last === undefined ? {} : { worstSeen: last.smallest, limitSeen: last.limit }),
        ...(short === undefined ? {} : { short }),
      };
    })
    .sort((a, b) => (rank(a.metric) === rank(b.metric) ? 0 : rank(a.metric) - rank(b.metric)));
}

function findShort(seen: readonly Seen[]): Seen | undefined {
  let most: Seen | undefined;
  for (const { smallest, limit } of seen) {
    if (limit > 0 && smallest / limit > (most === undefined ? 1 : most.smallest / most.limit))
      most = { smallest, limit };
  }
  return most;
}

/**
 * The smallest worsening that the same tests would show if they were measured so much longer, by metric. More pairs
 * make the error of the runs smaller, by the root of their number; the allowance for builds that differ stays.
 * @returns undefined where it is not known how long the tests took, or every series has the pairs of the last look
 */
export function foreseeVisibility(verdict: Verdict, moreNs: number): Visibility[] | undefined {
  const whole = verdict.series.filter(
    ({ metric, span }) => metric === 'latency' && span === wholeTestSpan,
  );
  const took = ({ location = 0, values }: SeriesVerdict['after']): number =>
    location * values.length;
  const spentNs = whole.reduce((sum, { after, before }) => sum + took(before) + took(after), 0);
  if (spentNs === 0) return undefined;
  // Shards measure side by side.
  const more = moreNs * (verdict.shards?.received.length ?? 1);
  const share = Math.sqrt(spentNs / (spentNs + more));
  const series = verdict.series.map((one) => (hasAllLooks(one) ? one : foresee(one, share)));
  if (series.every((one, at) => one === verdict.series[at])) return undefined;
  return measureVisibility({ ...verdict, series });
}

function foresee(one: SeriesVerdict, share: number): SeriesVerdict {
  const { scaled, smallestVisible } = one.evidence;
  if (scaled === undefined || smallestVisible === undefined) return one;
  const { limit, margin, standardError } = scaled;
  const ofBuilds = Math.min(standardError, layoutAllowance(limit));
  const ofRuns = share * Math.sqrt(standardError ** 2 - ofBuilds ** 2);
  const shrunk = Math.hypot(ofRuns, ofBuilds) / standardError;
  const visible = margin + shrunk * (Math.log1p(smallestVisible) - margin);
  const foreseen = Math.min(smallestVisible, Math.expm1(Math.max(visible, limit)));
  return { ...one, evidence: { ...one.evidence, smallestVisible: foreseen } };
}

/** Whether nothing that can block varies at all: then there is no smallest worsening, for each one shows. */
export function isCountedExactly({ series }: Verdict): boolean {
  const blocking = series.filter(canBlock);
  return blocking.length > 0 && blocking.every(({ evidence }) => evidence.method === 'exact');
}

/** Median of a sorted list that is not empty. */
function takeMedian(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
