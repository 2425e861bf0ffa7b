import type { LevelledSeries } from './measure-noise.ts';
import type { Segment } from './running-sums.ts';
import type { DetectorSettings } from './settings.ts';
import { isTrend } from './trend.ts';

/** Values that happen to agree are not taken to be calmer than this share of the usual variance. */
const leastVariance = 0.5;

/** The difference of two levels in its standard errors. */
export function contrast(before: Segment, after: Segment, series: LevelledSeries): number {
  const squaredError = (side: Segment) => varianceOf(side, series) / side.weight;
  const error = Math.sqrt(series.inflation * (squaredError(before) + squaredError(after)));
  return Math.abs(after.mean - before.mean) / error;
}

export function varianceOf({ from, to, rest }: Segment, series: LevelledSeries): number {
  const own = to - from > 1 ? rest / (to - from - 1) : 0;
  return Math.max(own, leastVariance * series.variance);
}

/** By how much the level changed, as a share of the one before. */
export function shareOfChange(before: number, after: number, isLogarithm: boolean): number {
  return isLogarithm ? Math.expm1(after - before) : (after - before) / Math.abs(before);
}

/** How clear a change is: below 1 it is none. */
export function clarityOf(
  before: Segment,
  after: Segment,
  series: LevelledSeries,
  settings: DetectorSettings,
): number {
  const share = Math.abs(shareOfChange(before.mean, after.mean, series.isLogarithm));
  const clarity = Math.min(
    contrast(before, after, series) / settings.clearT,
    share / settings.smallest,
  );
  return clarity >= 1 && isTrend(before, after, series, settings.clearT) ? 0 : clarity;
}
