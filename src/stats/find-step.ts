/** A share of the largest value: below it a step is not told from rounding, and does not matter. */
const leastShare = 1e-4;

/**
 * The step of which all values are multiples: 15.625 of 31.25, 46.875 and 62.5. Euclid's algorithm, which takes
 * what is a ten-thousandth of the largest value for zero.
 * @param lists of values of at least zero
 * @returns 0 where there is no step that matters
 */
export function findStep(...lists: readonly (readonly number[])[]): number {
  let step = 0;
  let largest = 0;
  for (const values of lists) {
    for (const value of values) {
      if (value === 0) continue;
      largest = Math.max(largest, value);
      const least = leastShare * largest;
      let a = Math.max(step, value);
      let b = Math.min(step, value);
      while (b > least) {
        const rest = a % b;
        a = b;
        b = b - rest < least ? 0 : rest;
      }
      step = a;
      if (step <= 2 * least) return 0;
    }
  }
  return step;
}
