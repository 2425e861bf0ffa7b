import { locate, type Location } from '../../stats/locate.ts';
import { upperTail } from '../../stats/student-t.ts';
import { countOutliers } from '../../stats/trim.ts';
import { fromScale, limitOnScale, type Limits } from './scale.ts';
import type { Shrunk } from './shrink-families.ts';
import type { ScaledSide, Subject } from './subject.ts';
import type { Scale } from './scale.ts';

/** What the runs of a series say of the change, on its scale: positive is worse. */
export interface Estimate {
  subject: Subject;
  scale: Scale;
  before: Location;
  after: Location;
  /** Locations in the metric's unit. */
  baseBefore: number;
  baseAfter: number;
  effect: number;
  standardError: number;
  df: number;
  /** Runs were disturbed in a way that makes every answer doubtful. */
  disturbed: boolean;
  worse: Limits;
  /** The mirror image: before seen from after. */
  better: Limits;
  /** Of 'at most the margin worse', and of 'at most the margin better'. */
  pWorse: number;
  pBetter: number;
}

/** What screening costs: it makes the spread of the kept runs look smaller than it is. */
const screeningCost = 1.05;

export function estimate(shrunk: Shrunk, outliersPerFive: number): Estimate {
  const { subject, scale, deviation, shrunkDf: df } = shrunk;
  const screen = outliersPerFive === 0 ? Infinity : deviation;
  const before = locate(shrunk.before.values, shrunk.before.sorted, screen);
  const after = locate(shrunk.after.values, shrunk.after.sorted, screen);
  const disturbed =
    isDisturbed(shrunk.before, before, outliersPerFive) ||
    isDisturbed(shrunk.after, after, outliersPerFive);
  const effect = after.value - before.value;
  const standardError = Math.sqrt(
    screeningCost * deviation ** 2 * (1 / Math.max(before.kept, 1) + 1 / Math.max(after.kept, 1)),
  );
  const baseBefore = fromScale(scale, before.value);
  const baseAfter = fromScale(scale, after.value);
  const worse = limitOnScale(scale, subject.threshold, baseBefore);
  const better = limitOnScale(scale, subject.threshold, baseAfter);
  const pWorse = disturbed ? 1 : upperTail((effect - worse.margin) / standardError, df);
  const pBetter = disturbed ? 1 : upperTail((-effect - better.margin) / standardError, df);
  // prettier-ignore
  return {
    subject, scale, before, after, baseBefore, baseAfter, effect, standardError, df, disturbed,
    worse, better, pWorse, pBetter,
  };
}

/**
 * More outliers than one in five, or any on the better side: when three of five runs are disturbed the
 * median is a disturbed run, and it is the undisturbed ones that look strange.
 */
function isDisturbed(side: ScaledSide, location: Location, outliersPerFive: number): boolean {
  const allowed = countOutliers(side.values.length, outliersPerFive);
  return location.rejected.length > allowed || location.rejectedBelow > 0;
}
