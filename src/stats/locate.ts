import { medianOfStretch } from './trim.ts';

export interface Location {
  /** Mean of the kept values. */
  value: number;
  kept: number;
  /** Indexes of the values that were set aside, ascending. */
  rejected: number[];
  /** Of those, how many lie below the median. */
  rejectedBelow: number;
}

/** How many standard deviations from the median a run may lie and still count. */
const screenLimit = 3.5;

/**
 * The location of one side: the mean of the values within 3.5 standard deviations of the median.
 * @param values in the order of the runs, at least one
 * @param sorted the same, ascending
 * @param deviation the standard deviation of one run, > 0; Infinity keeps every run
 */
export function locate(
  values: readonly number[],
  sorted: readonly number[],
  deviation: number,
): Location {
  const median = medianOfStretch(sorted, 0, sorted.length);
  const limit = screenLimit * deviation;
  const rejected: number[] = [];
  let sum = 0;
  let rejectedBelow = 0;
  for (let i = 0; i < values.length; i += 1) {
    const distance = (values[i] as number) - median;
    if (Math.abs(distance) <= limit) {
      sum += distance;
    } else {
      rejected.push(i);
      if (distance < 0) rejectedBelow += 1;
    }
  }
  const kept = values.length - rejected.length;
  // A run in the middle is always kept, unless an even number of runs lies in two far clusters.
  return { value: median + (kept === 0 ? 0 : sum / kept), kept, rejected, rejectedBelow };
}
