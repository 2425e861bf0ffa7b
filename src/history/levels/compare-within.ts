import { median } from 'simple-statistics';

/** The values of one run: the places of its commits, their values, and how much each weighs, from 0 to 1. */
interface WeighedRun {
  places: readonly number[];
  values: readonly number[];
  weights: readonly number[];
}

/** A run with less is an outlier where it is to say something alone. */
const leastWeight = 0.5;

/**
 * The median difference between commits up to one place and commits from another on, within runs that measured both:
 * on one host, so hosts have no part in it.
 * @returns undefined where no run did
 */
export function compareWithin(
  runs: readonly WeighedRun[],
  upTo: number,
  from: number,
): number | undefined {
  const apart = runs.flatMap(({ places, values, weights }) => {
    const early = places.findIndex((place) => place <= upTo);
    const late = places.findIndex((place) => place >= from);
    if (early < 0 || late < 0 || weights.some((weight) => weight < leastWeight)) return [];
    return [(values[late] as number) - (values[early] as number)];
  });
  return apart.length === 0 ? undefined : median(apart);
}
