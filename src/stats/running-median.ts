/**
 * The median of the values around each place, up to `reach` of them on either side; at the ends of those that
 * are there. One sorted window moves along, so a place costs one removal and one insertion.
 */
export function runningMedian(values: Float64Array, reach: number): Float64Array {
  const medians = new Float64Array(values.length);
  const window = new Float64Array(2 * reach + 2);
  let size = 0;
  const placeOf = (value: number): number => {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((window[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const insert = (value: number): void => {
    const place = placeOf(value);
    window.copyWithin(place + 1, place, size);
    window[place] = value;
    size += 1;
  };
  const remove = (value: number): void => {
    const place = placeOf(value);
    window.copyWithin(place, place + 1, size);
    size -= 1;
  };
  for (const value of values.subarray(0, reach)) insert(value);
  for (let at = 0; at < values.length; at += 1) {
    if (at + reach < values.length) insert(values[at + reach] as number);
    if (at - reach > 0) remove(values[at - reach - 1] as number);
    const half = size >>> 1;
    const upper = window[half] as number;
    medians[at] = size % 2 === 1 ? upper : ((window[half - 1] as number) + upper) / 2;
  }
  return medians;
}
