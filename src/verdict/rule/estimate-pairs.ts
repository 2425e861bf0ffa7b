import type { Samples } from '../../contract/documents.ts';
import { locate, type Location } from '../../stats/locate.ts';
import { upperTail } from '../../stats/student-t.ts';
import { countOutliers } from '../../stats/trim.ts';
import { screeningCost, type Estimate } from './estimate.ts';
import type { PairedMeasured } from './measure-pairs.ts';
import { fromScale, limitOnScale, toScale, type Scale } from './scale.ts';
import type { Noise } from './shrink-families.ts';

/**
 * The estimate of a series from the differences within its pairs, instead of from its two sides. Its two
 * levels are those of the kept pairs as well: so the one is the other times the change.
 */
export function estimatePairs(
  estimate: Estimate,
  paired: PairedMeasured,
  { deviation, df }: Noise,
  outliersPerFive: number,
): Estimate {
  const { differences, byRepeat } = paired;
  const { located, rejected } = screenPairs(paired, deviation, outliersPerFive);
  const { value: effect, from, to } = located;
  const kept = Math.max(to - from, 1);
  const allowed = countOutliers(differences.length, outliersPerFive);
  const disturbed = differences.length - (to - from) > allowed;
  // As for single runs: when most pairs are disturbed one way, the healthy ones look like outliers.
  const strange = Math.floor(allowed / 2);
  const standardError = Math.sqrt((screeningCost * deviation ** 2) / kept);
  const { scale, subject } = estimate;
  const before =
    locateKept(scale, subject.series.before, byRepeat, rejected) ??
    toScale(scale, estimate.baseBefore);
  const baseBefore = fromScale(scale, before);
  const baseAfter = fromScale(scale, before + effect);
  const worse = limitOnScale(scale, subject.threshold, baseBefore);
  const better = limitOnScale(scale, subject.threshold, baseAfter);
  // Where every pair says the same, it does not matter which of them are the disturbed ones.
  const allWorse = (differences[0] as number) >= worse.floor;
  const allBetter = -(differences.at(-1) as number) >= better.floor;
  const p = (distance: number, strangeOnes: number, isSure: boolean): number =>
    (disturbed || strangeOnes > strange) && !isSure ? 1 : upperTail(distance / standardError, df);
  return {
    ...estimate,
    method: 'paired-t',
    rejectedBefore: rejected,
    rejectedAfter: rejected,
    baseBefore,
    baseAfter,
    effect,
    standardError,
    df,
    doubt: disturbed ? 'disturbed' : undefined,
    understated: disturbed,
    worse,
    better,
    pWorse: p(effect - worse.margin, from, allWorse),
    pBetter: p(-effect - better.margin, differences.length - to, allBetter),
  };
}

export interface ScreenedPairs {
  /** That of the differences. */
  located: Location;
  /** Repeats neither of whose runs counts. */
  rejected: number[];
}

/** @param deviation of one difference, on the scale: a pair far beyond it does not count */
export function screenPairs(
  { differences, byRepeat }: PairedMeasured,
  deviation: number,
  outliersPerFive: number,
): ScreenedPairs {
  const located = locate(differences, outliersPerFive === 0 ? Infinity : deviation);
  const { from, to } = located;
  return { located, rejected: listRejected(byRepeat, differences[from], differences[to - 1]) };
}

/** The mean on the scale over the pairs that count; undefined where none does. */
function locateKept(
  scale: Scale,
  samples: Samples,
  byRepeat: readonly (number | undefined)[],
  rejected: readonly number[],
): number | undefined {
  let sum = 0;
  let count = 0;
  for (const [repeat, difference] of byRepeat.entries()) {
    const value = samples[repeat];
    if (difference === undefined || typeof value !== 'number' || rejected.includes(repeat))
      continue;
    sum += toScale(scale, value);
    count += 1;
  }
  return count === 0 ? undefined : sum / count;
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
