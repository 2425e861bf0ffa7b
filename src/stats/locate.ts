import { medianOfStretch } from './trim.ts';

export interface Location {
  /** Mean of the kept values. */
  value: number;
  /** The kept ones are the stretch [from, to) of the sorted values. */
  from: number;
  to: number;
}

/** How many standard deviations from the median a run may lie and still count. */
const screenLimit = 3.5;

/**
 * The location of one side: the mean of the values within 3.5 standard deviations of the median. Where an
 * even number of values lies in two far clusters nothing is kept and the location is the median.
 * @param sorted ascending, at least one value
 * @param deviation the standard deviation of one run, > 0; Infinity keeps every run
 */
export function locate(sorted: readonly number[], deviation: number): Location {
  const median = medianOfStretch(sorted, 0, sorted.length);
  const limit = screenLimit * deviation;
  let from = 0;
  let to = sorted.length;
  while (from < to && median - (sorted[from] as number) > limit) from += 1;
  while (to > from && (sorted[to - 1] as number) - median > limit) to -= 1;
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += (sorted[i] as number) - median;
  return { value: to > from ? median + sum / (to - from) : median, from, to };
}
