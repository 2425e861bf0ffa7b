import { upperTail } from '../../stats/student-t.ts';
import type { ChangePoint, Level } from './change-point.ts';
import { contrast, shareOfChange, varianceOf } from './clarity.ts';
import type { Location } from './locate-change.ts';
import type { LevelledSeries } from './measure-noise.ts';
import type { Segment } from './running-sums.ts';

/**
 * Of a normal distribution, as the noise is that of the whole series; a tenth more because weights are estimated
 * and outliers pulled in. Simulated.
 */
const errorsOf95 = 1.1 * 1.96;

export function describeChange(
  { series, location, isFresh }: { series: LevelledSeries; location: Location; isFresh: boolean },
  before: Segment,
  after: Segment,
): ChangePoint {
  const length = series.raw.length;
  const errors = contrast(before, after, series);
  const ofOnePlace = 2 * upperTail(errors, length - 2);
  return {
    ...location,
    before: describeLevel(before, series),
    after: describeLevel(after, series),
    change: shareOfChange(before.mean, after.mean, series.isLogarithm),
    errors,
    confidence: Math.max(0, 1 - length * ofOnePlace),
    isFresh,
  };
}

function describeLevel(segment: Segment, series: LevelledSeries): Level {
  const { from, to, mean, weight } = segment;
  const error = errorsOf95 * Math.sqrt((series.inflation * varianceOf(segment, series)) / weight);
  const unscale = (level: number): number => (series.isLogarithm ? Math.exp(level) : level);
  return {
    value: unscale(mean),
    low: unscale(mean - error),
    high: unscale(mean + error),
    count: to - from,
  };
}
