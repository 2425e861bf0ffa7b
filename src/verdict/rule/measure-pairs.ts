import { measureVariance } from '../../stats/measure-variance.ts';
import { toScale } from './scale.ts';
import type { Spread } from './shrink-families.ts';
import type { Measured } from './subject.ts';

/** The differences within the pairs of a series, on its scale: after minus before, ascending. */
export interface PairedMeasured extends Spread {
  differences: readonly number[];
  /** The same by repeat; absent where a side has no value. */
  byRepeat: readonly (number | undefined)[];
}

/** Fewer pairs than one look has say too little of how they vary. */
const fewestPairs = 5;

/** @returns undefined for a series whose pairs say nothing: too few, ticks, or now and then zero */
export function measurePairs(
  measured: Measured,
  outliersPerFive: number,
): PairedMeasured | undefined {
  const { subject, scale, alone } = measured;
  if (alone || subject.metric.exactness === 'ticks') return undefined;
  const byRepeat = subject.series.before.map((before, repeat) => {
    const after = subject.series.after[repeat] ?? null;
    if (before === null || after === null) return undefined;
    return toScale(scale, after) - toScale(scale, before);
  });
  const differences = byRepeat.filter((one) => one !== undefined).sort((a, b) => a - b);
  if (differences.length < fewestPairs) return undefined;
  // Counted twice the one sample gives its own variance, and twice its degrees of freedom.
  const { variance, df } = measureVariance(differences, differences, outliersPerFive);
  const leastVariance = 2 * measured.leastVariance;
  const floored = Math.max(variance, leastVariance, 1e-12);
  return { differences, byRepeat, variance: floored, df: df / 2, leastVariance };
}
