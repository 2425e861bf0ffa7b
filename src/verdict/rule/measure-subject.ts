import { measureVariance, type MeasuredVariance } from '../../stats/measure-variance.ts';
import { medianOfStretch } from '../../stats/trim.ts';
import { toScale, type Scale } from './scale.ts';
import type { Measured, Subject } from './subject.ts';

/** A difference of two readings, each rounded to a step r, has a variance of 2 · r²/12. */
const varianceOfSteps = 1 / 6;

/** Puts a series with at least four values a side on its scale and measures the variance of a run. */
export function measureSubject(subject: Subject, outliersPerFive: number): Measured {
  const scale = chooseScale(subject);
  const before = scaleSide(scale, subject.before);
  const after = scaleSide(scale, subject.after);
  const leastVariance =
    (varianceFromSteps(subject, scale, before) + varianceFromSteps(subject, scale, after)) / 2;
  const alone = scale.offset > 0;
  const { variance, df } = alone
    ? measureTwoLevels(before, after)
    : measureVariance(before, after, outliersPerFive);
  const floored = Math.max(variance, leastVariance, 1e-12);
  return { subject, scale, before, after, variance: floored, df, leastVariance, alone };
}

/**
 * Values that are now zero and now not have two levels. What looks like an outlier there is the other level,
 * so nothing is trimmed; a side that happens to be all zero says nothing of the spread, so the wider
 * side counts, with its own degrees of freedom.
 */
function measureTwoLevels(before: readonly number[], after: readonly number[]): MeasuredVariance {
  const sides = [before, after].map((side) => measureVariance(side, side, 0));
  const [first, second] = sides as [MeasuredVariance, MeasuredVariance];
  const wider = first.variance > second.variance ? first : second;
  return { variance: wider.variance, df: wider.df / 2 };
}

/**
 * Logarithms, and where a value is zero logarithms of the value plus an offset: the absolute threshold, below
 * which nothing matters, or one step of the source when there is none.
 */
function chooseScale({ before, after, metric, threshold }: Subject): Scale {
  const sign = metric.direction === 'lower' ? 1 : -1;
  const hasZero = before.includes(0) || after.includes(0);
  if (!hasZero) return { offset: 0, sign };
  const step = stepOf({ before, after, metric }) || smallestAboveZero([...before, ...after]);
  return { offset: Math.max(step, threshold.absolute ?? 0), sign };
}

/** Where the source says nothing of its step: one, as for whatever is counted, if all values are whole. */
function stepOf({ before, after, metric }: Pick<Subject, 'before' | 'after' | 'metric'>): number {
  if (metric.resolution !== undefined) return metric.resolution;
  return before.every(Number.isInteger) && after.every(Number.isInteger) ? 1 : 0;
}

function smallestAboveZero(values: readonly number[]): number {
  return values.reduce((least, value) => (value > 0 && value < least ? value : least), Infinity);
}

function scaleSide(scale: Scale, values: readonly number[]): number[] {
  const scaled = values.map((value) => toScale(scale, value));
  return scaled.sort((a, b) => a - b);
}

/** Share of a step: a smaller value was not read, and its square must stay in the range of numbers. */
const leastShareOfStep = 1e-6;

function varianceFromSteps(subject: Subject, scale: Scale, side: readonly number[]): number {
  const step = stepOf(subject);
  if (step === 0) return 0;
  const typical = Math.exp(scale.sign * medianOfStretch(side, 0, side.length));
  return varianceOfSteps * (step / Math.max(typical, leastShareOfStep * step)) ** 2;
}
