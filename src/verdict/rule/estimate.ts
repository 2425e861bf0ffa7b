import type { Samples } from '../../contract/documents.ts';
import { layoutAllowance } from '../../contract/layout-allowance.ts';
import { signTail } from '../../stats/sign-test.ts';
import { upperTail } from '../../stats/student-t.ts';
import { trimmedMean, type TrimmedMean } from '../../stats/trimmed-mean.ts';
import { compareBuilds } from './compare-builds.ts';
import { listFar } from './list-far.ts';
import type { Look } from './plan-looks.ts';
import {
  chooseScale,
  fromScale,
  type Limits,
  limitOnScale,
  type Scale,
  stepOf,
  toScale,
} from './scale.ts';
import { fewestRepeats } from './settle.ts';
import type { Subject } from './subject.ts';

/** What the pairs of a series say of the change, on its scale: positive is worse. */
export interface Estimate extends Change {
  subject: Subject;
  method: 'trimmed-t';
  scale: Scale;
  /** Repeats that lie far from the others, as indexes into the samples. */
  rejectedBefore: number[];
  rejectedAfter: number[];
  /** In the metric's unit. */
  baseBefore: number;
  worse: Limits;
  /** The mirror image: before seen from after. */
  better: Limits;
  /** Of each side, where it has several and their means are compared. */
  builds?: number;
  /** What the pairs said at each look that they have reached, oldest first. */
  looks: LookedAt[];
}

export interface Change {
  effect: number;
  /** With what two builds of the same code may differ by. */
  standardError: number;
  df: number;
  /** What the runs alone say. */
  errorOfRuns: number;
  /** p of 'at most the margin worse', and of 'at most the margin better'. */
  pWorse: number;
  pBetter: number;
}

export interface LookedAt extends Change {
  weight: number;
  /** Whether so many pairs are worse, or better, than the margin that chance is ruled out by their number. */
  isMostlyWorse: boolean;
  isMostlyBetter: boolean;
}

export interface Measuring {
  outliersPerFive: number;
  /** Of each side. */
  builds: number;
  looks: readonly Look[];
}

/** At each end of the differences, where one run in five may be an outlier. */
const trimmedShare = 0.2;
/** Of the sign test, which a few pairs that differ much do not pass. */
const signLevel = 0.05;

/** @param subject with enough pairs: see `settle` */
export function estimate(subject: Subject, measuring: Measuring): Estimate {
  const step = stepOf(subject);
  const scale = chooseScale(subject, step);
  const { threshold } = subject;
  const pairs = listPairs(subject, scale);
  // A value that is now zero and now not has two levels, and neither is an outlier.
  const share = scale.offset > 0 || measuring.outliersPerFive === 0 ? 0 : trimmedShare;
  const before = trimmedMean(sortPresent(pairs.before), share).mean;
  const baseBefore = fromScale(scale, before);
  const worse = limitOnScale(scale, threshold, baseBefore);
  const stepOnScale = step / Math.max(baseBefore + scale.offset, step || 1);
  const measured = { ...measuring, share, stepOnScale, worse };
  const whole = measureMean(pairs, measured);
  const better = limitOnScale(scale, threshold, fromScale(scale, before + whole.mean));
  const context = { ...measured, better };
  return {
    subject,
    method: 'trimmed-t',
    scale,
    ...listFar(subject, { scale, step }, measuring.outliersPerFive),
    baseBefore,
    worse,
    better,
    ...testChange(whole, context),
    ...(measuring.builds > 1 ? { builds: measuring.builds } : {}),
    looks: listLooks(pairs, context),
  };
}

/** By pair, on the scale; undefined on both sides where one has no value. */
interface Pairs {
  before: (number | undefined)[];
  after: (number | undefined)[];
}

function listPairs({ series }: Subject, scale: Scale): Pairs {
  const isWhole = (repeat: number): boolean =>
    typeof series.before[repeat] === 'number' && typeof series.after[repeat] === 'number';
  const listSide = (samples: Samples): (number | undefined)[] =>
    samples.map((value, repeat) =>
      value === null || !isWhole(repeat) ? undefined : toScale(scale, value),
    );
  return { before: listSide(series.before), after: listSide(series.after) };
}

function sortPresent(values: readonly (number | undefined)[]): number[] {
  return values.filter((one) => one !== undefined).sort((a, b) => a - b);
}

/** The level that goes with a change, in the metric's unit. */
export function levelAfter({ baseBefore, scale }: Estimate, { effect }: Change): number {
  return fromScale(scale, toScale(scale, baseBefore) + effect);
}

interface Context extends Measuring {
  /** Of the differences, set aside at each end. */
  share: number;
  /** One step of the source at the level before. */
  stepOnScale: number;
  worse: Limits;
  better: Limits;
}

function measureMean(
  { before, after }: Pairs,
  { builds, share, stepOnScale, worse }: Omit<Context, 'better' | 'looks'>,
): TrimmedMean & { errorOfRuns: number } {
  const differences = listDifferences({ before, after }).sort((a, b) => a - b);
  const runs = trimmedMean(differences, share);
  // Two readings, each rounded to a step: their difference varies by 2 · step²/12.
  const ofSteps = stepOnScale / Math.sqrt(6 * differences.length);
  const errorOfRuns = Math.max(runs.standardError, ofSteps);
  const known = { ...runs, standardError: errorOfRuns };
  return {
    ...(builds > 1
      ? compareBuilds([before, after], { builds, share }, known)
      : allowForLayout(known, worse)),
    errorOfRuns,
  };
}

function listDifferences({ before, after }: Pairs): number[] {
  return before.flatMap((value, pair) => {
    const other = after[pair];
    return value === undefined || other === undefined ? [] : [other - value];
  });
}

function testChange(
  { mean, standardError, df, errorOfRuns }: ReturnType<typeof measureMean>,
  { worse, better }: Pick<Context, 'worse' | 'better'>,
): Change {
  return {
    effect: mean,
    standardError,
    df,
    errorOfRuns,
    pWorse: upperTail((mean - worse.margin) / standardError, df),
    pBetter: upperTail((-mean - better.margin) / standardError, df),
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

function listLooks(pairs: Pairs, context: Context): LookedAt[] {
  const { looks, worse, better } = context;
  const count = Math.min(pairs.before.length, pairs.after.length);
  return looks
    .filter((look) => look.pairs <= count)
    .flatMap(({ pairs: most, weight }, index) => {
      const isLast = index === looks.length - 1;
      const seen = isLast
        ? pairs
        : { before: pairs.before.slice(0, most), after: pairs.after.slice(0, most) };
      const differences = listDifferences(seen);
      if (differences.length < fewestRepeats) return [];
      const isMostly = (sign: 1 | -1, { margin }: Limits): boolean => {
        const beyond = differences.filter((one) => sign * one > margin).length;
        return signTail(beyond, differences.length) <= signLevel;
      };
      return {
        ...testChange(measureMean(seen, context), context),
        weight,
        isMostlyWorse: isMostly(1, worse),
        isMostlyBetter: isMostly(-1, better),
      };
    });
}
