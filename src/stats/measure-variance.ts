import { expectTrimmedVariance } from './expected-variance.ts';
import type { Location } from './locate.ts';
import { countOutliers, trimFarthest, varianceOfStretch } from './trim.ts';

export interface MeasuredVariance {
  /** Variance of one run, in the square of the values' unit. */
  variance: number;
  df: number;
}

/** What a kept run is worth in degrees of freedom: trimming leaves 0.80 to 0.89, 0.70 is cautious. */
const worthOfRun = 0.7;

/**
 * The variance of one run, from both sides of a series, each without its farthest run of every five.
 * The sides are weighted by the runs they kept.
 * @param before ascending, at least two values
 * @param after ascending, at least two values
 */
export function measureVariance(
  before: readonly number[],
  after: readonly number[],
  outliersPerFive: number,
): MeasuredVariance {
  let weighted = 0;
  let freedom = 0;
  for (const sorted of [before, after]) {
    const n = sorted.length;
    const { from, to } = trimFarthest(sorted, countOutliers(n, outliersPerFive));
    const weight = to - from - 1;
    weighted +=
      (weight * varianceOfStretch(sorted, from, to)) / expectTrimmedVariance(n, outliersPerFive);
    freedom += weight;
  }
  return { variance: weighted / freedom, df: worthOfRun * freedom };
}

/** What a kept run beyond the first of its side is worth: screening hardly ever takes a run that belongs to it. */
const worthOfKeptRun = 0.8;

/**
 * The variance of one run from the runs that count towards the location of their side: nearly all of them,
 * where trimming takes one in five.
 * @param sides each ascending, and what of it was kept
 * @returns undefined where fewer than three runs are left beyond the first of each side
 */
export function measureKeptVariance(
  sides: readonly (readonly [sorted: readonly number[], kept: Location])[],
): MeasuredVariance | undefined {
  let weighted = 0;
  let freedom = 0;
  for (const [sorted, { from, to }] of sides) {
    const weight = Math.max(to - from - 1, 0);
    weighted += weight * varianceOfStretch(sorted, from, to);
    freedom += weight;
  }
  if (freedom < 3) return undefined;
  return { variance: weighted / freedom, df: worthOfKeptRun * freedom };
}
