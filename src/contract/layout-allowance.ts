/** By how much two builds of the same code differ, where nothing is known of it; simulated in docs/statistics.md. */
const usualLayout = 0.01;
/** For the threshold: a limit of less than 5% accepts what comes with it. */
const largestLayout = 0.2;

/**
 * The standard deviation that each change is allowed for where functions and files lie, on the scale of logarithms.
 * @param limit the threshold, on the same scale
 */
export function layoutAllowance(limit: number): number {
  return Math.min(usualLayout, largestLayout * limit);
}
