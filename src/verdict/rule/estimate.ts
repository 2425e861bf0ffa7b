import { layoutAllowance } from '../../contract/layout-allowance.ts';
import { sortPresent } from '../../stats/sort-numbers.ts';
import { upperTail } from '../../stats/student-t.ts';
import { trimmedMean, type TrimmedMean } from '../../stats/trimmed-mean.ts';
import { limitOfBetter } from '../thresholds/resolve-threshold.ts';
import { compareBuilds } from './compare-builds.ts';
import { type Far, listFar } from './list-far.ts';
import type { Look } from './plan-looks.ts';
import {
  chooseScale,
  fromScale,
  type Limits,
  limitOnScale,
  placeOnScale,
  type Places,
  type Scale,
  stepOf,
  toScale,
} from './scale.ts';
import { fewestRepeats } from './settle.ts';
import type { Subject } from './subject.ts';

/** The change of a series by its pairs, on its scale: positive is worse. */
export interface Estimate extends Change, Far {
  subject: Subject;
  scale: Scale;
  places: Places;
  /** In the metric's unit. */
  baseBefore: number;
  worse: Limits;
  /** The mirror image: before seen from after. */
  better: Limits;
  /** For each side, if it has several and their means are compared. */
  builds: number | undefined;
  /** The estimates at each look that the pairs have reached, oldest first. */
  looks: readonly LookedAt[];
}

export interface Change {
  effect: number;
  /** With what two builds of the same code may differ by. */
  standardError: number;
  df: number;
  /** The error of the runs alone. */
  errorOfRuns: number;
  /** p of 'at most the margin worse', and of 'at most the margin better'; the latter 1 where it is above a half. */
  pWorse: number;
  pBetter: number;
}

export interface LookedAt extends Change {
  weight: number;
  pairs: number;
  /** How many of the pairs are worse, and better, than the margin. */
  pairsWorse: number;
  pairsBetter: number;
}

export interface Measuring {
  outliersPerFive: number;
  /** For each side. */
  builds: number;
  looks: readonly Look[];
}

/** At each end of the differences, where one run in five may be an outlier. */
const trimmedShare = 0.2;

/** @param subject with enough pairs: see `settle` */
export function estimate(subject: Subject, measuring: Measuring): Estimate {
  const { builds, outliersPerFive } = measuring;
  const step = stepOf(subject);
  const scale = chooseScale(subject, step);
  const { threshold } = subject;
  const places = placeOnScale(subject, scale);
  const pairs = { ...places, differences: listDifferences(places) };
  // A value that is now zero and now not has two levels, and neither is an outlier.
  const share = scale.offset > 0 || outliersPerFive === 0 ? 0 : trimmedShare;
  const ofPairs = places.before.map((place, pair) =>
    Number.isNaN(pairs.differences[pair]) ? Number.NaN : place,
  );
  const before = trimmedMean(sortPresent(ofPairs), share).mean;
  const baseBefore = fromScale(scale, before);
  const worse = limitOnScale(scale, threshold, baseBefore);
  const stepOnScale = step / Math.max(baseBefore + scale.offset, step || 1);
  const measured = { ...measuring, share, stepOnScale, worse };
  const whole = measureMean(pairs, measured);
  const better = limitOnScale(
    scale,
    limitOfBetter(threshold, subject.metric),
    fromScale(scale, before + whole.mean),
  );
  const change = testChange(whole, worse, better);
  const { rejectedBefore, rejectedAfter } = listFar(places, { scale, step }, outliersPerFive);
  return {
    subject,
    scale,
    places,
    rejectedBefore,
    rejectedAfter,
    baseBefore,
    worse,
    better,
    effect: change.effect,
    standardError: change.standardError,
    df: change.df,
    errorOfRuns: change.errorOfRuns,
    pWorse: change.pWorse,
    pBetter: change.pBetter,
    builds: builds > 1 ? builds : undefined,
    looks: listLooks(pairs, { ...measured, better, change }),
  };
}

interface Pairs extends Places {
  /** After less before; NaN where one has no value. */
  differences: number[];
}

function listDifferences({ before, after }: Places): number[] {
  return before.map((place, pair) => (after[pair] ?? Number.NaN) - place);
}

/** The level that goes with a change, in the metric's unit. */
export function levelAfter({ baseBefore, scale }: Estimate, { effect }: Change): number {
  return fromScale(scale, toScale(scale, baseBefore) + effect);
}

interface Context extends Measuring {
  /** The share of differences that is set aside at each end. */
  share: number;
  /** One step of the source at the level before. */
  stepOnScale: number;
  worse: Limits;
  better: Limits;
  /** The change by all pairs. */
  change: Change;
}

function measureMean(
  pairs: Pairs,
  { builds, share, stepOnScale, worse }: Omit<Context, 'better' | 'change' | 'looks'>,
): TrimmedMean & { errorOfRuns: number } {
  const differences = sortPresent(pairs.differences);
  const { mean, standardError, df } = trimmedMean(differences, share);
  // Two readings, each rounded to a step: their difference varies by 2 · step²/12.
  const ofSteps = stepOnScale / Math.sqrt(6 * differences.length);
  const errorOfRuns = Math.max(standardError, ofSteps);
  const known = { mean, standardError: errorOfRuns, df };
  const found =
    builds > 1
      ? compareBuilds(pairs, { builds, layout: layoutAllowance(worse.floor), share }, known)
      : allowForLayout(known, worse);
  return { mean: found.mean, standardError: found.standardError, df: found.df, errorOfRuns };
}

function testChange(
  { mean, standardError, df, errorOfRuns }: ReturnType<typeof measureMean>,
  worse: Limits,
  better: Limits,
): Change {
  const gain = (-mean - better.margin) / standardError;
  return {
    effect: mean,
    standardError,
    df,
    errorOfRuns,
    pWorse: upperTail((mean - worse.margin) / standardError, df),
    pBetter: gain > 0 ? upperTail(gain, df) : 1,
  };
}

/** Beyond it Student's t is the normal distribution. */
const mostDegrees = 1e6;

/**
 * No number of pairs of the same two builds shows by how much builds of the same code differ: where the linker put a
 * function, where a file lies on the disk. Degrees of freedom of the sum after Satterthwaite (Biometrics 2, 1946).
 */
function allowForLayout({ mean, standardError, df }: TrimmedMean, { floor }: Limits): TrimmedMean {
  const layout = layoutAllowance(floor) ** 2;
  const ofRuns = standardError ** 2;
  const variance = ofRuns + layout;
  const joined = (df * variance ** 2) / ofRuns ** 2;
  return { mean, standardError: Math.sqrt(variance), df: Math.min(joined, mostDegrees) };
}

function listLooks(pairs: Pairs, context: Context): readonly LookedAt[] {
  const { better, change, looks, worse } = context;
  const present = pairs.differences.flatMap((one, pair) => (Number.isNaN(one) ? [] : [pair]));
  // At the end of the plan lost pairs are not made up for.
  const isReached = (look: Look): boolean =>
    look.pairs <= (look.isEnd ? pairs.differences.length : present.length);
  return looks
    .filter((look) => present.length >= fewestRepeats && isReached(look))
    .map((look) => {
      const most = Math.min(look.pairs, present.length);
      // Later pairs say more exactly how large a change is: what a look found, they never take back.
      const isAll = most === present.length;
      const end = (present[most - 1] ?? 0) + 1;
      const { before, after, differences } = pairs;
      const seen = isAll
        ? pairs
        : {
            before: before.slice(0, end),
            after: after.slice(0, end),
            differences: differences.slice(0, end),
          };
      const own = isAll ? change : testChange(measureMean(seen, context), worse, better);
      const counted = seen.differences.filter((one) => !Number.isNaN(one));
      return {
        ...own,
        weight: look.weight,
        pairs: most,
        pairsWorse: counted.filter((one) => one > worse.margin).length,
        pairsBetter: counted.filter((one) => -one > better.margin).length,
      };
    });
}
