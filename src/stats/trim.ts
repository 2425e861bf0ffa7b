/** How many of n runs are set aside when one in five may be an outlier. */
export function countOutliers(n: number, outliersPerFive: number): number {
  return outliersPerFive * Math.floor(n / 5);
}

/**
 * Removes, `count` times over, the value farthest from the median of those that remain; of two equally
 * far the larger one, so that the order of the runs does not matter.
 * @param sorted ascending; not changed
 * @returns the kept stretch [from, to) of `sorted`: the farthest value is always at one of its ends
 */
export function trimFarthest(
  sorted: readonly number[],
  count: number,
): { from: number; to: number } {
  let from = 0;
  let to = sorted.length;
  for (let removed = 0; removed < count && to - from > 1; removed += 1) {
    const centre = medianOfStretch(sorted, from, to);
    if (centre - at(sorted, from) > at(sorted, to - 1) - centre) from += 1;
    else to -= 1;
  }
  return { from, to };
}

/** Sample variance (divisor n - 1) of sorted[from, to); 0 for fewer than two values. */
export function varianceOfStretch(sorted: readonly number[], from: number, to: number): number {
  const n = to - from;
  if (n < 2) return 0;
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += at(sorted, i);
  const mean = sum / n;
  let squares = 0;
  for (let i = from; i < to; i += 1) squares += (at(sorted, i) - mean) ** 2;
  return squares / (n - 1);
}

/** @param values at least one, in any order; not changed */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return medianOfStretch(sorted, 0, sorted.length);
}

/** The median of the sorted stretch [from, to), the mean of the two middle values when it is even. */
export function medianOfStretch(sorted: ArrayLike<number>, from: number, to: number): number {
  const middle = (from + to - 1) / 2;
  return (at(sorted, Math.floor(middle)) + at(sorted, Math.ceil(middle))) / 2;
}

function at(values: ArrayLike<number>, index: number): number {
  return values[index] as number;
}
