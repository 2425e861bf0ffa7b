import { mean } from 'simple-statistics';

/** The measurement of one commit in one run: the repeats of one side, as logarithms if all values are positive. */
export interface MeasuredSide {
  /** The place of the commit in the order of commits. */
  place: number;
  /** The mean of the repeats. */
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
