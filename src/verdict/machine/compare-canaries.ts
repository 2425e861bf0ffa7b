import { median } from 'simple-statistics';
import type { CanarySamples } from '../../contract/documents.ts';
import { upperTail } from '../../stats/student-t.ts';

/** A canary that took longer, or less long, beside one side. */
export interface MachineChange {
  canary: string;
  /** Logarithm of after over before: positive where the machine was slower while after ran. */
  change: number;
}

/** Fewer pairs say nothing. */
const fewestPairs = 5;
/** A smaller difference between the sides changes no verdict. */
const least = Math.log(1.03);
/** Chance that one canary of an unchanged machine differs this clearly in one direction. */
const chance = 0.0005;
/** The spread of one pair is at least this: a canary may be steadier than the machine. */
const leastSpread = 0.01;
/** Farther from the median a pair counts as this many deviations, … */
const clip = 3;
/** … if that is no more than this share of them: with more of them a canary has two states, and its median is chance. */
const mostPulledIn = 0.2;

/** Of every pair that has the canary on both sides, the logarithm of after over before. */
export function listDifferences({ after, before }: CanarySamples): (number | undefined)[] {
  return before.map((value, pair) => {
    const other = after[pair] ?? null;
    return value === null || other === null ? undefined : Math.log(other / value);
  });
}

/**
 * Whether a canary of one machine clearly differs between the sides, over the pairs of all tests: in the mean as
 * it is, which a CPU that others use changes, or in the mean with outliers pulled in, which they cannot hide.
 */
export function compareCanary(
  canary: string,
  differences: readonly number[],
): MachineChange | undefined {
  if (differences.length < fewestPairs) return undefined;
  const pulledIn = pullIn(differences);
  const moved = pulledIn.filter((value, pair) => value !== differences[pair]).length;
  const isSound = moved <= mostPulledIn * differences.length;
  const clear = [differences, ...(isSound ? [pulledIn] : [])]
    .map(testMean)
    .filter(({ p, mean }) => {
      return p < chance && Math.abs(mean) >= least;
    });
  const [first] = clear;
  return first === undefined ? undefined : { canary, change: first.mean };
}

function pullIn(values: readonly number[]): number[] {
  const middle = median([...values]);
  const spread = median(values.map((value) => Math.abs(value - middle))) * 1.4826;
  const reach = clip * Math.max(spread, leastSpread);
  return values.map((value) => Math.min(middle + reach, Math.max(middle - reach, value)));
}

function testMean(values: readonly number[]): { mean: number; p: number } {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const spread = Math.max(leastSpread, Math.sqrt(squares / (count - 1)));
  const t = (Math.abs(mean) * Math.sqrt(count)) / spread;
  return { mean, p: upperTail(t, count - 1) };
}
