/** Values, each as often as its weight says: what a test recorded one by one, or as a histogram. */
export interface WeightedValues {
  /** Ascending. */
  values: Float64Array;
  /** Sum of the weights up to and with each value. */
  cumulated: Float64Array;
}

/** @param weights how often each value counts; once when absent */
export function sortWeighted(
  values: readonly number[],
  weights?: readonly number[],
): WeightedValues {
  const count = values.length;
  if (weights === undefined) {
    return {
      values: Float64Array.from(values).sort(),
      cumulated: Float64Array.from({ length: count }, (_, i) => i + 1),
    };
  }
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => (values[a] as number) - (values[b] as number),
  );
  const cumulated = new Float64Array(count);
  let sum = 0;
  order.forEach((from, to) => {
    sum += weights[from] as number;
    cumulated[to] = sum;
  });
  return { values: Float64Array.from(order, (i) => values[i] as number), cumulated };
}

/**
 * The value below which this share of the values lies, halfway between two where it falls between them: of n
 * values the one at place (n - 1) · share, counted from 0 (Hyndman and Fan's seventh definition).
 */
export function quantile({ values, cumulated }: WeightedValues, share: number): number {
  const total = cumulated.at(-1) ?? 0;
  const place = (total - 1) * share;
  const low = at(values, cumulated, Math.floor(place));
  const high = at(values, cumulated, Math.ceil(place));
  return low + (high - low) * (place - Math.floor(place));
}

/** The value at a place, if each stood there as often as its weight. */
function at(values: Float64Array, cumulated: Float64Array, place: number): number {
  let low = 0;
  let high = cumulated.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cumulated[middle] as number) > place) high = middle;
    else low = middle + 1;
  }
  return values[low] ?? Number.NaN;
}
