import { mean, sampleVariance } from 'simple-statistics';
import type { Samples, SeriesVerdict } from '../../contract/documents.ts';
import { upperQuantile } from '../../stats/student-t.ts';

/** How far a series of one commit lies from that of another. */
export interface Change {
  /** Natural logarithm of after / before. */
  size: number;
  /** Standard error of `size`. */
  error: number;
  /** Degrees of freedom of `error`. */
  df: number;
}

/** For each end of the interval that a verdict states. */
const tail = 0.05;

/**
 * By how much two builds of the same program differ by themselves: programs of Node in 30 checkouts, as
 * docs/decisions/0205 has it.
 */
const betweenBuilds = 0.007;

/** The possible error of a count that is the same in every run. Zero would leave no doubt about anything. */
const exactError = 1e-4;
const plenty = 100;
const fewestValues = 3;

/** If an absolute limit settled the series without a test: Welch's t on the logarithms. */
function readValues(before: Samples, after: Samples): Change | undefined {
  const [one, other] = [before, after].map((values) =>
    values.flatMap((value) => (value !== null && value > 0 ? [Math.log(value)] : [])),
  );
  if (one === undefined || other === undefined) return undefined;
  if (Math.min(one.length, other.length) < fewestValues) return undefined;
  const [first, second] = [one, other].map((values) => sampleVariance(values) / values.length);
  const squared = (first ?? 0) + (second ?? 0);
  const df =
    squared ** 2 / ((first ?? 0) ** 2 / (one.length - 1) + (second ?? 0) ** 2 / (other.length - 1));
  return {
    size: mean(other) - mean(one),
    error: Math.hypot(Math.sqrt(squared), betweenBuilds),
    df: Number.isFinite(df) ? df : plenty,
  };
}

/** @returns undefined where the verdict has no ratio, as where a value is 0, or too few runs */
export function readChange({ after, before, evidence }: SeriesVerdict): Change | undefined {
  const { change, degreesOfFreedom: df = plenty, interval, method } = evidence;
  if (change === undefined || change <= -1) return undefined;
  const size = Math.log1p(change);
  if (method === 'exact') return { size, error: exactError, df: plenty };
  if (method === 'none') return readValues(before.values, after.values);
  const reaches = [interval?.lower, interval?.upper].flatMap((end) =>
    end === undefined || end <= -1 ? [] : [Math.abs(Math.log1p(end) - size)],
  );
  if (reaches.length === 0) return undefined;
  const error = Math.max(...reaches) / upperQuantile(tail, df);
  return { size, error: Math.hypot(error, betweenBuilds), df };
}
