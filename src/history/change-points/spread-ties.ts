/** Fewer steps between equal values than this share are chance; … */
const fewest = 0.02;
/** … with more the series is one of exact values that seldom change. */
const most = 0.6;
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Spreads values of a coarse clock or counter evenly over the grain that they were rounded to, the same way each
 * time. A median of distances jumps between multiples of the grain otherwise, and noise that it misses is taken for
 * changes.
 * @returns the values themselves where they are not coarse
 */
export function spreadTies(values: Float64Array): Float64Array {
  let equal = 0;
  for (let at = 1; at < values.length; at += 1) if (values[at] === values[at - 1]) equal += 1;
  const share = equal / (values.length - 1);
  if (!(share > fewest && share < most)) return values;
  const grain = smallestDifference(values);
  return values.map((value, at) => value + grain * (((at * goldenRatio) % 1) - 0.5));
}

function smallestDifference(values: Float64Array): number {
  const sorted = values.toSorted();
  let smallest = Infinity;
  for (let at = 1; at < sorted.length; at += 1) {
    const difference = (sorted[at] as number) - (sorted[at - 1] as number);
    // Logarithms of equal values may differ in the last digit after arithmetic in other units.
    if (difference > 1e-12 && difference < smallest) smallest = difference;
  }
  return smallest;
}
