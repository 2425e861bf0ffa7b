import type { Samples } from '../../contract/documents.ts';
import { locate, type Location } from '../../stats/locate.ts';
import { upperTail } from '../../stats/student-t.ts';
import { countOutliers } from '../../stats/trim.ts';
import { enoughRepeats } from './budget.ts';
import { fromScale, limitOnScale, toScale, type Limits, type Scale } from './scale.ts';
import type { Noise } from './shrink-families.ts';
import type { Measured, Subject } from './subject.ts';

/** What the runs of a series say of the change, on its scale: positive is worse. */
export interface Estimate {
  subject: Subject;
  method: 'shrunk-t' | 'paired-t';
  scale: Scale;
  /** Repeats that did not count towards the location, as indexes into the samples. */
  rejectedBefore: number[];
  rejectedAfter: number[];
  /** Locations in the metric's unit. */
  baseBefore: number;
  baseAfter: number;
  effect: number;
  /** From the best run before to the worst run after; infinite where one tick may make it. */
  furthest: number;
  standardError: number;
  df: number;
  /** That of its metric. */
  isRestless: boolean;
  /** What keeps at least one of the answers open. */
  doubt: Doubt | undefined;
  /** It may be worse than the effect says, so neither 'not regressed' nor 'improved' is certain. */
  understated: boolean;
  worse: Limits;
  /** The mirror image: before seen from after. */
  better: Limits;
  /** Where their means are compared: of the side that has fewer whose runs count. */
  builds?: number;
  /** p of 'at most the margin worse', and of 'at most the margin better'. */
  pWorse: number;
  pBetter: number;
}

/**
 * `disturbed`: it is not clear which runs are the disturbed ones. `two-states`: a run of one side lies where the
 * other side is. `restless`: the runs of the metric fall into groups, and there are few of them. `one-build`: of
 * several builds, the runs of one alone count.
 */
export type Doubt = 'disturbed' | 'two-states' | 'restless' | 'one-build';

/** What screening costs: it makes the spread of the kept runs look smaller than it is. */
export const screeningCost = 1.05;

export interface SideNoise {
  /** By which a run is screened. */
  screen: Noise;
  /** What the error of a location rests on. */
  error: Noise;
  isRestless: boolean;
}

export function estimate(
  measured: Measured,
  { screen: { deviation }, error, isRestless }: SideNoise,
  outliersPerFive: number,
): Estimate {
  const { subject, scale } = measured;
  const { df } = error;
  const screened = screenSides(measured, deviation, outliersPerFive);
  const { before, after, rejectedBefore, rejectedAfter } = screened;
  const doubtBefore = findDoubt(measured.before, before, outliersPerFive);
  const doubtAfter = findDoubt(measured.after, after, outliersPerFive);
  const effect = after.value - before.value;
  const furthest = measureFurthest(measured);
  const standardError = Math.sqrt(
    screeningCost * error.deviation ** 2 * (1 / countKept(before) + 1 / countKept(after)),
  );
  const baseBefore = fromScale(scale, before.value);
  const baseAfter = fromScale(scale, after.value);
  const worse = limitOnScale(scale, subject.threshold, baseBefore);
  const better = limitOnScale(scale, subject.threshold, baseAfter);
  const isFew = Math.max(measured.before.length, measured.after.length) < enoughRepeats;
  const hasStray =
    strayTo(measured.before, before, after.value, deviation) ||
    strayTo(measured.after, after, before.value, deviation);
  const mayBeStates = isFew && (isRestless || hasStray);
  const overstated =
    (doubtBefore.tooLow || doubtAfter.tooHigh) && !isApart(measured.before, measured.after, worse);
  const understated =
    (doubtBefore.tooHigh || doubtAfter.tooLow) && !isApart(measured.after, measured.before, better);
  const doubt = chooseDoubt(overstated || understated, isFew && hasStray, mayBeStates);
  const pWorse =
    overstated || mayBeStates ? 1 : upperTail((effect - worse.margin) / standardError, df);
  const pBetter =
    understated || mayBeStates ? 1 : upperTail((-effect - better.margin) / standardError, df);
  // prettier-ignore
  return {
    subject, method: 'shrunk-t', scale, rejectedBefore, rejectedAfter, baseBefore, baseAfter, effect, furthest, standardError, df, isRestless,
    doubt, understated, worse, better, pWorse, pBetter,
  };
}

export interface ScreenedSides extends Pick<Estimate, 'rejectedBefore' | 'rejectedAfter'> {
  before: Location;
  after: Location;
}

/** @param deviation of one run, on the scale: a run far beyond it does not count */
export function screenSides(
  { subject: { series }, scale, before, after }: Measured,
  deviation: number,
  outliersPerFive: number,
): ScreenedSides {
  const screen = outliersPerFive === 0 ? Infinity : deviation;
  const located = { before: locate(before, screen), after: locate(after, screen) };
  return {
    ...located,
    rejectedBefore: listRejected(scale, series.before, before, located.before),
    rejectedAfter: listRejected(scale, series.after, after, located.after),
  };
}

function measureFurthest({ subject, before, after }: Measured): number {
  if (subject.metric.exactness === 'ticks') return Infinity;
  return (after.at(-1) as number) - (before[0] as number);
}

/** Whether every run of the one side is past the limit from every run of the other: no doubt turns that around. */
function isApart(lower: readonly number[], higher: readonly number[], { floor }: Limits): boolean {
  return (higher[0] as number) - (lower.at(-1) as number) >= floor;
}

interface Misplacing {
  /** The location may lie above the true one. */
  tooHigh: boolean;
  /** The location may lie below the true one. */
  tooLow: boolean;
}

/**
 * When three of five runs are disturbed the median is a disturbed run, and it is the undisturbed ones that
 * look like outliers: any outlier on the better side may be such a one. More outliers on the worse side
 * than one in five may be how the code runs now and then. Each doubt stands against the answers that it
 * could turn around, and against no other.
 */
function findDoubt(
  sorted: readonly number[],
  { from, to }: Location,
  outliersPerFive: number,
): Misplacing {
  const allowed = countOutliers(sorted.length, outliersPerFive);
  return { tooHigh: from > 0, tooLow: sorted.length - to > allowed };
}

/** The one that says most of the runs of this series. */
function chooseDoubt(
  isDisturbed: boolean,
  hasStray: boolean,
  mayBeStates: boolean,
): Doubt | undefined {
  if (isDisturbed) return 'disturbed';
  if (hasStray) return 'two-states';
  return mayBeStates ? 'restless' : undefined;
}

/** How many standard deviations from the other side's location a run is still at its level. */
const levelLimit = 2.5;

/**
 * Whether a rejected run of a side lies at the level of the other one: before 10, 10, 11, 10, 43 and after 43,
 * 44, 42, 43, 45. Then the difference may be one between two states that either side can be in.
 */
function strayTo(
  sorted: readonly number[],
  { from, to }: Location,
  level: number,
  deviation: number,
): boolean {
  const isThere = (x: number): boolean => Math.abs(x - level) <= levelLimit * deviation;
  return sorted.slice(0, from).some(isThere) || sorted.slice(to).some(isThere);
}

/** At least one, for the case that two far clusters left none. */
function countKept({ from, to }: Location): number {
  return Math.max(to - from, 1);
}

function listRejected(
  scale: Scale,
  samples: Samples,
  sorted: readonly number[],
  { from, to }: Location,
): number[] {
  if (to - from === sorted.length) return [];
  const rejected: number[] = [];
  const lowest = sorted[from] ?? Infinity;
  const highest = to > from ? (sorted[to - 1] ?? -Infinity) : -Infinity;
  samples.forEach((value, repeat) => {
    if (value === null) return;
    const x = toScale(scale, value);
    if (x < lowest || x > highest) rejected.push(repeat);
  });
  return rejected;
}
