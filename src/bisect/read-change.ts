import type { SeriesVerdict } from '../contract/documents.ts';
import { upperQuantile } from '../stats/student-t.ts';

/** How far a series of one commit lies from that of another. */
export interface Change {
  /** Natural logarithm of after / before. */
  size: number;
  /** Standard error of `size`. */
  error: number;
  /** Degrees of freedom of `error`. */
  df: number;
}

/** Of each end of the interval that a verdict states. */
const tail = 0.05;

/**
 * By how much two builds of the same program differ by themselves: programs of Node in 30 checkouts, as
 * docs/statistics.md has it.
 */
const betweenBuilds = 0.007;

/** What the same count in every run may be wrong by. Zero would leave no doubt about anything. */
const exactError = 1e-4;
const plenty = 100;

/** The program and all that it reads are the same on both sides. */
export const noChange: Change = { size: 0, error: exactError, df: plenty };

/** @returns undefined where the verdict has no ratio, as where a value is 0, or too few runs */
export function readChange({ evidence }: SeriesVerdict): Change | undefined {
  const { change, degreesOfFreedom: df = plenty, interval, method } = evidence;
  if (change === undefined || change <= -1) return undefined;
  const size = Math.log1p(change);
  if (method === 'exact') return { ...noChange, size };
  const reaches = [interval?.lower, interval?.upper].flatMap((end) =>
    end === undefined || end <= -1 ? [] : [Math.abs(Math.log1p(end) - size)],
  );
  if (reaches.length === 0) return undefined;
  const error = Math.max(...reaches) / upperQuantile(tail, df);
  return { size, error: Math.hypot(error, betweenBuilds), df };
}
