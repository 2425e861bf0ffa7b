import { median } from './trim.ts';
import { upperQuantile } from './student-t.ts';

export interface Difference {
  value: number;
  standardError: number;
  df: number;
}

/** With fewer, chance decides. */
const fewest = 20;
/** The share of large differences must be this many standard deviations above one half: chance takes it there once in 160. */
const deviations = 2.5;

/**
 * By how much differences vary beyond their own errors, if most of them are really equal: the variance that,
 * added to each squared error, leaves half of the differences farther from their median than half of Student's
 * t is. The few that really differ hardly move a median. An empirical null distribution, after Efron 2004,
 * "Large-scale simultaneous hypothesis testing: the choice of a null hypothesis".
 * @returns 0 where the errors explain the differences, and for fewer than 20 of them
 */
export function measureExcess(differences: readonly Difference[]): number {
  const count = differences.length;
  if (count < fewest) return 0;
  const centre = median(differences.map(({ value }) => value));
  const quartiles = new Map<number, number>();
  const excesses = differences.map(({ value, standardError, df }) => {
    const quartile = quartiles.get(df) ?? upperQuantile(0.25, df);
    quartiles.set(df, quartile);
    return ((value - centre) / quartile) ** 2 - standardError ** 2;
  });
  const above = excesses.filter((excess) => excess > 0).length;
  if (above < count / 2 + (deviations * Math.sqrt(count)) / 2) return 0;
  return Math.max(0, median(excesses));
}
