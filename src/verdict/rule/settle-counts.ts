import { upperQuantile } from '../../stats/student-t.ts';
import { type Allowed, limitOfBetter } from '../thresholds/resolve-threshold.ts';
import type { Subject, Settled } from './subject.ts';

/** Two-sided confidence of the interval of each side. */
const confidence = 0.95;
/** Runs of a side that differ by more than this share of what is allowed say nothing. */
const steadyShare = 0.2;
const fewestRuns = 2;

/** The counts of a series: the mean of each side, and ratios minus one. */
export interface CountChange {
  from: number;
  to: number;
  change: number;
  lower: number;
  upper: number;
  /** How far the runs of a side lie apart, where they do so most. */
  spread: number;
  /** The largest spread that lets them be compared. */
  mostSpread: number;
  /** Threshold: the larger of its two parts. */
  limit: number;
  /** The smallest change that would be red, with runs that lie as far apart as these. */
  visible: number;
  /** The same for improvements. */
  better: number;
}

interface Side {
  mean: number;
  low: number;
  high: number;
  spread: number;
}

/** Undefined where a side has too few. */
export function compareCounts({ before, after, threshold }: Subject): CountChange | undefined {
  if (Math.min(before.length, after.length) < fewestRuns) return undefined;
  const [from, to] = [describeSide(before), describeSide(after)];
  const limit = limitOf(threshold, from.mean);
  const better = limitOf(limitOfBetter(threshold, { direction: 'lower' }), from.mean);
  return {
    ...{ from: from.mean, to: to.mean },
    change: to.mean / from.mean - 1,
    lower: to.low / from.high - 1,
    upper: to.high / from.low - 1,
    spread: Math.max(from.spread, to.spread),
    ...{ limit, better, mostSpread: steadyShare * limit },
    visible: (1 + limit) * (to.mean / to.low) * (from.high / from.mean) - 1,
  };
}

function limitOf({ absolute = 0, relative = 0 }: Allowed, base: number): number {
  return Math.max(relative, absolute / base);
}

/**
 * Instructions are not left to chance: equal or nearly equal runs of a side are compared by what they count, and no
 * share of the false alarms is spent on them.
 */
export function settleCounts(subject: Subject): Settled {
  const found = compareCounts(subject);
  if (found === undefined) return { subject, state: 'undecided', why: 'counted-once' };
  const { better, lower, upper, spread, mostSpread } = found;
  if (spread > mostSpread) return { subject, state: 'undecided', why: 'counts-differ' };
  const limit = found.limit * (1 - 1e-9);
  if (lower >= limit) return { subject, state: 'regressed', why: 'counts' };
  if (1 / (1 + upper) - 1 >= better * (1 - 1e-9))
    return { subject, state: 'improved', why: 'counts' };
  if (upper < limit) return { subject, state: 'not-regressed', why: 'counts' };
  return { subject, state: 'undecided', why: 'counts-near' };
}

function describeSide(values: readonly number[]): Side {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const reach = upperQuantile((1 - confidence) / 2, n - 1) * Math.sqrt(variance / n);
  const spread = (Math.max(...values) - Math.min(...values)) / mean;
  return { mean, low: Math.max(mean - reach, 1), high: mean + reach, spread };
}
