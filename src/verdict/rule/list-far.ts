import { medianOfStretch } from '../../stats/median.ts';
import { sortPresent } from '../../stats/sort-numbers.ts';
import { fromScale, type Places, type Scale, toScale } from './scale.ts';

/** How many standard deviations from the median of its side a run is drawn as an outlier. */
const farLimit = 3.5;
/** From the median distance to the median, for a normal distribution. */
const deviationOfMedian = 1.4826;

/** Repeats that lie far from the others of their side, as indexes into the samples. */
export interface Far {
  rejectedBefore: number[];
  rejectedAfter: number[];
}

/** Shared, since a verdict is never changed. */
const none: number[] = [];

/**
 * The repeats that lie far from the others of their side, for reports to draw. No verdict rests on it: the trimmed
 * mean sets aside what it sets aside, far or not.
 * @param outliersPerFive 0: every run counts
 */
export function listFar(
  { before, after }: Places,
  { scale, step }: { scale: Scale; step: number },
  outliersPerFive: number,
): Far {
  if (outliersPerFive === 0) return { rejectedBefore: none, rejectedAfter: none };
  const ofBefore = measureDistances(before, scale, step);
  const ofAfter = measureDistances(after, scale, step);
  const distances = sortPresent(ofBefore.concat(ofAfter));
  const deviation = deviationOfMedian * medianOfStretch(distances, 0, distances.length);
  const limit = farLimit * deviation;
  const list = (side: readonly number[]): number[] =>
    (distances.at(-1) ?? 0) > limit
      ? side.flatMap((distance, repeat) => (distance > limit ? [repeat] : []))
      : none;
  return { rejectedBefore: list(ofBefore), rejectedAfter: list(ofAfter) };
}

/** From the median of the side, by repeat; one step of the source is no distance. */
function measureDistances(places: readonly number[], scale: Scale, step: number): number[] {
  const sorted = sortPresent(places);
  const middle = medianOfStretch(sorted, 0, sorted.length);
  const least = step === 0 ? 0 : Math.abs(toScale(scale, fromScale(scale, middle) + step) - middle);
  return places.map((place) => Math.max(0, Math.abs(place - middle) - least));
}
