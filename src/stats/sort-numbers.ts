/** Beyond it insertion moves too much. */
const mostToInsert = 24;

/** Sorts a list of numbers in place, ascending. Most lists here are a handful of runs, for which a comparator is slow. */
export function sortNumbers(values: number[]): number[] {
  if (values.length > mostToInsert) return values.sort((a, b) => a - b);
  for (let i = 1; i < values.length; i += 1) {
    const value = values[i] as number;
    let place = i;
    while (place > 0 && (values[place - 1] as number) > value) {
      values[place] = values[place - 1] as number;
      place -= 1;
    }
    values[place] = value;
  }
  return values;
}

/** The values without NaN, which stands for a run that gave none, ascending. */
export function sortPresent(values: readonly number[]): number[] {
  const present = values.includes(Number.NaN)
    ? values.filter((value) => !Number.isNaN(value))
    : values.slice();
  return sortNumbers(present);
}
