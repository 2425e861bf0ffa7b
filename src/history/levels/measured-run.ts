import { mean } from 'simple-statistics';

/** What one run measured of one commit: the repeats of one side, as logarithms where all values are positive. */
export interface MeasuredSide {
  /** Where the commit stands in the order of commits. */
  place: number;
  /** Of the repeats. */
  mean: number;
  /** How many there are, at least one. */
  repeats: number;
  /** Sample variance of one repeat; absent where there is only one. */
  variance?: number;
}

/** One run on one host: both commits that it compared, or the only one that it measured. */
export interface MeasuredRun {
  sides: readonly MeasuredSide[];
}

/** @param values of the repeats, on the scale of the fit; at least one */
export function summarizeRepeats(place: number, values: readonly number[]): MeasuredSide {
  const middle = mean([...values]);
  const repeats = values.length;
  if (repeats === 1) return { place, mean: middle, repeats };
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return { place, mean: middle, repeats, variance: squares / (repeats - 1) };
}
