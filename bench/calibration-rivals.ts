/** The plain rules that the calibration shows beside ours, on the same first five pairs. */
import { mean, median } from 'simple-statistics';
import type { Samples, SeriesSamples } from '../src/contract/documents.ts';

export interface Rival {
  name: string;
  calls: (before: number[], after: number[]) => boolean;
}

const pairs = 5;

export const rivals: readonly Rival[] = [
  {
    name: 'drop one of five, more than 5%',
    calls: (before, after) => mean(dropFarthest(after)) > 1.05 * mean(dropFarthest(before)),
  },
  { name: 'Mann-Whitney, two-sided 0.05', calls: isMannWhitneySlower },
  {
    name: 'one run each, more than 200%',
    calls: (before, after) => (after[0] as number) > 2 * (before[0] as number),
  },
];

export function callsSeries(rival: Rival, { before, after }: SeriesSamples): boolean {
  return rival.calls(firstValues(before), firstValues(after));
}

function firstValues(samples: Samples): number[] {
  return samples.filter((value) => value !== null).slice(0, pairs);
}

function dropFarthest(values: number[]): number[] {
  const centre = median(values);
  const distances = values.map((value) => Math.abs(value - centre));
  const farthest = distances.indexOf(Math.max(...distances));
  return values.filter((_, i) => i !== farthest);
}

/**
 * Exact at five against five: 252 ways to deal ten ranks, and U of 2 or less has a two-sided p of 0.032.
 * Slower: at most two of the 25 pairings have the after run faster.
 */
function isMannWhitneySlower(before: number[], after: number[]): boolean {
  let faster = 0;
  for (const b of before) for (const a of after) faster += a < b ? 1 : a === b ? 0.5 : 0;
  return faster <= 2;
}
