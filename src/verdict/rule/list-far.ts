import { medianOfStretch } from '../../stats/median.ts';
import { fromScale, type Scale, toScale } from './scale.ts';
import type { Subject } from './subject.ts';

/** How many standard deviations from the median of its side a run is drawn as an outlier. */
const farLimit = 3.5;
/** From the median distance to the median, for a normal distribution. */
const deviationOfMedian = 1.4826;

/**
 * The repeats that lie far from the others of their side, for reports to draw. No verdict rests on it: the trimmed
 * mean sets aside what it sets aside, far or not.
 * @param outliersPerFive 0: every run counts
 */
export function listFar(
  { series }: Subject,
  { scale, step }: { scale: Scale; step: number },
  outliersPerFive: number,
): { rejectedBefore: number[]; rejectedAfter: number[] } {
  if (outliersPerFive === 0) return { rejectedBefore: [], rejectedAfter: [] };
  const sides = [series.before, series.after].map((samples) => {
    const values = samples.map((value) => (value === null ? undefined : toScale(scale, value)));
    const sorted = values.filter((one) => one !== undefined).sort((a, b) => a - b);
    const middle = medianOfStretch(sorted, 0, sorted.length);
    // One step of the source is not far.
    const least = Math.abs(toScale(scale, fromScale(scale, middle) + step) - middle);
    return values.map((value) =>
      value === undefined ? undefined : Math.max(0, Math.abs(value - middle) - least),
    );
  });
  const distances = sides
    .flat()
    .filter((one) => one !== undefined)
    .sort((a, b) => a - b);
  const deviation = deviationOfMedian * medianOfStretch(distances, 0, distances.length);
  const limit = farLimit * deviation;
  const [before = [], after = []] = sides.map((side) =>
    side.flatMap((distance, repeat) =>
      distance !== undefined && distance > limit ? [repeat] : [],
    ),
  );
  return { rejectedBefore: before, rejectedAfter: after };
}
