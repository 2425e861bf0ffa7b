import type { LevelledSeries } from './measure-noise.ts';

/** One level over the values [from, to). */
export interface Segment {
  from: number;
  to: number;
  weight: number;
  mean: number;
  /** Weighted squares of what the level leaves. */
  rest: number;
}

/** Weighted sums of a series, so that any stretch is summed up in one step. */
export interface RunningSums {
  length: number;
  weights: Float64Array;
  values: Float64Array;
  squares: Float64Array;
  /** Taken from all values, so that squares stay small and exact. */
  origin: number;
}

export function sumUp({
  values,
  weights,
}: Pick<LevelledSeries, 'values' | 'weights'>): RunningSums {
  const length = values.length;
  const sums: RunningSums = {
    length,
    weights: new Float64Array(length + 1),
    values: new Float64Array(length + 1),
    squares: new Float64Array(length + 1),
    origin: values[0] ?? 0,
  };
  for (let at = 0; at < length; at += 1) {
    const weight = weights[at] as number;
    const value = (values[at] as number) - sums.origin;
    sums.weights[at + 1] = (sums.weights[at] as number) + weight;
    sums.values[at + 1] = (sums.values[at] as number) + weight * value;
    sums.squares[at + 1] = (sums.squares[at] as number) + weight * value * value;
  }
  return sums;
}

export function summarise(sums: RunningSums, from: number, to: number): Segment {
  const weight = between(sums.weights, from, to);
  const total = between(sums.values, from, to);
  const rest = Math.max(0, between(sums.squares, from, to) - (total * total) / weight);
  return { from, to, weight, mean: sums.origin + total / weight, rest };
}

export function between(sums: Float64Array, from: number, to: number): number {
  return (sums[to] as number) - (sums[from] as number);
}
