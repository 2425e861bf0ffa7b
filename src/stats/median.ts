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
