import { locate } from '../../stats/locate.ts';
import { upperTail } from '../../stats/student-t.ts';
import { countOutliers } from '../../stats/trim.ts';
import { screeningCost, type Estimate } from './estimate.ts';
import type { PairedMeasured } from './measure-pairs.ts';
import type { Noise } from './shrink-families.ts';

/** The estimate of a series from the differences within its pairs, instead of from its two sides. */
export function estimatePairs(
  estimate: Estimate,
  { differences, byRepeat }: PairedMeasured,
  { deviation, df }: Noise,
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
  // Where every pair says the same, it does not matter which of them are the disturbed ones.
  const allWorse = (differences[0] as number) >= estimate.worse.floor;
  const allBetter = -(differences.at(-1) as number) >= estimate.better.floor;
  const p = (distance: number, strangeOnes: number, isSure: boolean): number =>
    (disturbed || strangeOnes > strange) && !isSure ? 1 : upperTail(distance / standardError, df);
  return {
    ...estimate,
    method: 'paired-t',
    rejectedBefore: rejected,
    rejectedAfter: rejected,
    effect,
    standardError,
    df,
    disturbed,
    understated: disturbed,
    pWorse: p(effect - estimate.worse.margin, from, allWorse),
    pBetter: p(-effect - estimate.better.margin, differences.length - to, allBetter),
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
