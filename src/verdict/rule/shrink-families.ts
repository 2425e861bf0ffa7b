import { fitPrior, shrinkVariance, type Prior } from '../../stats/shrink-variances.ts';
import type { Measured } from './subject.ts';

/** How much one run of a series varies, on its scale, and on how many degrees of freedom that rests. */
export interface Noise {
  deviation: number;
  df: number;
}

export interface Family {
  prior: Prior;
  /** Degrees of freedom of all its series together. */
  total: number;
}

/** The prior of each metric: noise differs between metrics, so each has one of its own. */
export function fitFamilies(all: readonly Measured[]): Map<string, Family> {
  const members = new Map<string, { variances: number[]; dfs: number[] }>();
  for (const { subject, variance, df, alone } of all) {
    if (alone) continue;
    const name = subject.series.metric;
    const known = members.get(name);
    if (known === undefined) {
      members.set(name, { variances: [variance], dfs: [df] });
    } else {
      known.variances.push(variance);
      known.dfs.push(df);
    }
  }
  const families = new Map<string, Family>();
  for (const [name, { variances, dfs }] of members) {
    const total = dfs.reduce((sum, df) => sum + df, 0);
    families.set(name, { prior: fitPrior(variances, dfs), total });
  }
  return families;
}

/**
 * Draws the variance of a series towards those of its family. It never counts on more degrees of freedom
 * than all of them have together: in a small build the prior itself is uncertain.
 */
export function shrinkNoise(measured: Measured, family: Family | undefined): Noise {
  const { variance, df, leastVariance, alone } = measured;
  if (alone || family === undefined) return { deviation: Math.sqrt(variance), df };
  const priorDf = Math.min(family.prior.df, family.total - df);
  const prior = { df: priorDf, variance: family.prior.variance };
  const shrunk = Math.max(shrinkVariance(variance, df, prior), leastVariance);
  return { deviation: Math.sqrt(shrunk), df: priorDf + df };
}
