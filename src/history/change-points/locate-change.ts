import { between, type RunningSums, type Segment, summarise } from './running-sums.ts';

/**
 * How much worse than the best place another one may describe a series and still be where the level changed, in
 * variances: with 95% confidence, where the change is small beside the noise; a larger change is located better
 * than this says (Hansen 2000: P(x) = (1 − exp(−x/2))²).
 */
const worseBy = -2 * Math.log(1 - Math.sqrt(0.95));

export interface Location {
  /** The first value of the new level. */
  at: number;
  /** The new level may have begun as early, or as late, as with these values. */
  earliest: number;
  latest: number;
}

/** @param tolerance the variance of a value, raised by the correlation of neighbours */
export function locateChange(
  sums: RunningSums,
  [before, after]: readonly [Segment, Segment],
  { reach, tolerance }: { reach: number; tolerance: number },
): Location {
  const from = Math.max(before.from + 1, before.to - reach);
  const to = Math.min(after.to - 1, before.to + reach);
  const costs: number[] = [];
  for (let at = from; at <= to; at += 1) {
    costs.push(restOf(sums, before.from, at) + restOf(sums, at, after.to));
  }
  const least = Math.min(...costs);
  const best = costs[before.to - from] === least ? before.to - from : costs.indexOf(least);
  const limit = least + worseBy * tolerance;
  return {
    at: from + best,
    earliest: from + costs.findIndex((cost) => cost <= limit),
    latest: from + costs.findLastIndex((cost) => cost <= limit),
  };
}

function restOf(sums: RunningSums, from: number, to: number): number {
  return between(sums.weights, from, to) > 0 ? summarise(sums, from, to).rest : 0;
}
