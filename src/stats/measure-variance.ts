import { expectTrimmedVariance } from './expected-variance.ts';
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
