import { locate } from '../../stats/locate.ts';
import { fitPrior, shrinkVariance } from '../../stats/shrink-variances.ts';
import { upperTail } from '../../stats/student-t.ts';
import { countOutliers, medianOfStretch } from '../../stats/trim.ts';
import { screeningCost, type Estimate } from './estimate.ts';
import { measurePairs, type PairedMeasured } from './measure-pairs.ts';

/** Differences have to vary by less than this share of what two runs of their own would. */
const worthPairing = 0.5;

/**
 * Replaces the estimates of the metrics whose pairs move together by estimates from the differences within
 * the pairs: where a machine is slow for minutes on end, both runs of a pair are, and their difference
 * does not care. A metric is paired as a whole, when the median of its series gains enough: one
 * series would often seem to gain by chance.
 */
export function preferPairs(estimates: readonly Estimate[], outliersPerFive: number): Estimate[] {
  const families = Map.groupBy(estimates, ({ subject }) => subject.series.metric);
  const better = new Map<Estimate, Estimate>();
  for (const family of families.values()) {
    const pairs = family.flatMap((estimate) => {
      const paired = measurePairs(estimate.measured, outliersPerFive);
      return paired === undefined ? [] : [{ estimate, paired }];
    });
    if (!movesTogether(pairs.map(({ paired }) => paired))) continue;
    const variances = pairs.map(({ paired }) => paired.variance);
    const dfs = pairs.map(({ paired }) => paired.df);
    const prior = fitPrior(variances, dfs);
    const total = dfs.reduce((sum, df) => sum + df, 0);
    for (const { estimate, paired } of pairs) {
      const priorDf = Math.min(prior.df, total - paired.df);
      const bounded = { df: priorDf, variance: prior.variance };
      const shrunk = shrinkVariance(paired.variance, paired.df, bounded);
      const deviation = Math.sqrt(Math.max(shrunk, paired.leastVariance));
      const df = priorDf + paired.df;
      better.set(estimate, estimatePaired(estimate, paired, { deviation, df }, outliersPerFive));
    }
  }
  return estimates.map((estimate) => better.get(estimate) ?? estimate);
}

function movesTogether(family: readonly PairedMeasured[]): boolean {
  if (family.length === 0) return false;
  const shares = family
    .map(({ variance, measured }) => variance / (2 * measured.variance))
    .sort((a, b) => a - b);
  return medianOfStretch(shares, 0, shares.length) < worthPairing;
}

function estimatePaired(
  estimate: Estimate,
  { differences, byRepeat }: PairedMeasured,
  { deviation, df }: { deviation: number; df: number },
  outliersPerFive: number,
): Estimate {
  const screen = outliersPerFive === 0 ? Infinity : deviation;
  const { value: effect, from, to } = locate(differences, screen);
  const kept = Math.max(to - from, 1);
  const allowed = countOutliers(differences.length, outliersPerFive);
  const disturbed = differences.length - (to - from) > allowed;
  // As for single runs: when most pairs are disturbed one way, it is the healthy ones that look strange.
  const strange = Math.floor(allowed / 2);
  const rejected = listRejected(byRepeat, differences[from], differences[to - 1]);
  const standardError = Math.sqrt((screeningCost * deviation ** 2) / kept);
  const p = (distance: number, strangeOnes: number): number =>
    disturbed || strangeOnes > strange ? 1 : upperTail(distance / standardError, df);
  return {
    ...estimate,
    method: 'paired-t',
    rejectedBefore: rejected,
    rejectedAfter: rejected,
    effect,
    standardError,
    df,
    disturbed,
    pWorse: p(effect - estimate.worse.margin, from),
    pBetter: p(-effect - estimate.better.margin, differences.length - to),
  };
}

/** The repeats whose pair lies outside what was kept: neither of their runs counted. */
function listRejected(
  byRepeat: readonly (number | undefined)[],
  lowest = Infinity,
  highest = -Infinity,
): number[] {
  return byRepeat.flatMap((difference, repeat) =>
    difference !== undefined && (difference < lowest || difference > highest) ? [repeat] : [],
  );
}
