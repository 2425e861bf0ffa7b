import { layoutAllowance } from '../contract/layout-allowance.ts';
import { upperQuantile } from '../stats/student-t.ts';

export interface Proposal {
  /** As a share: 0.05 is 5%. */
  threshold: number;
  /** The change that these pairs show four times in five: twice the threshold. */
  seen: number;
  pairs: number;
  timeMs: number;
}

const thresholds = [0.02, 0.03, 0.05, 0.1, 0.2];
/** As looks have it: docs/statistics.md. */
const [fewestPairs, mostPairs] = [10, 100];

/**
 * Which thresholds fit a machine, the smallest first, each with the time until a change of twice its size shows four
 * times in five, as the rule of docs/statistics.md foresees it. Thresholds that no time reaches are left out.
 * @param variation standard deviation of a run, as a share
 * @param series how many of them block
 * @param pairMs how long a pair of all tests takes
 */
export function proposeThresholds(variation: number, series: number, pairMs: number): Proposal[] {
  return thresholds.flatMap((threshold) => {
    for (let pairs = fewestPairs; pairs <= mostPairs; pairs += 1) {
      if (foresee(variation, series, threshold, pairs) > Math.log1p(2 * threshold)) continue;
      return [{ threshold, seen: 2 * threshold, pairs, timeMs: pairs * pairMs }];
    }
    return [];
  });
}

/** The smallest visible change, as a logarithm, with one outlier of five trimmed at each end. */
function foresee(variation: number, series: number, threshold: number, pairs: number): number {
  const limit = Math.log1p(threshold);
  const margin = Math.min(0.01, 0.2 * threshold);
  const df = Math.ceil(0.6 * pairs) - 1;
  // For a difference of two runs, whose mean loses a tenth by trimming.
  const ofRuns = (1.1 * Math.SQRT2 * variation) / Math.sqrt(pairs);
  const error = Math.hypot(ofRuns, layoutAllowance(limit));
  const power = upperQuantile(0.2, df);
  return Math.max(
    margin + (upperQuantile(0.01 / series, df) + power) * error,
    limit + power * ofRuns,
  );
}
