import { fitPrior, shrinkVariance, type Prior } from '../../stats/shrink-variances.ts';
import type { Measured } from './subject.ts';

export interface Shrunk extends Measured {
  /** Of one run, on the scale of the series. */
  deviation: number;
  shrunkDf: number;
}

/**
 * Draws the variance of every series towards those of the same metric: noise differs between metrics, so
 * each has a prior of its own. A series never counts on more degrees of freedom than all of its metric
 * have together: in a small build the prior itself is uncertain.
 */
export function shrinkByMetric(all: readonly Measured[]): Shrunk[] {
  const families = new Map<string, { variances: number[]; dfs: number[]; total: number }>();
  for (const { subject, variance, df, alone } of all) {
    if (alone) continue;
    const name = subject.series.metric;
    let family = families.get(name);
    if (family === undefined) {
      family = { variances: [], dfs: [], total: 0 };
      families.set(name, family);
    }
    family.variances.push(variance);
    family.dfs.push(df);
    family.total += df;
  }
  const priors = new Map<string, { prior: Prior; total: number }>();
  for (const [name, { variances, dfs, total }] of families) {
    priors.set(name, { prior: fitPrior(variances, dfs), total });
  }
  return all.map((measured) => {
    if (measured.alone) {
      return { ...measured, deviation: Math.sqrt(measured.variance), shrunkDf: measured.df };
    }
    const { prior, total } = priors.get(measured.subject.series.metric) as {
      prior: Prior;
      total: number;
    };
    return shrink(measured, prior, total);
  });
}

function shrink(measured: Measured, prior: Prior, total: number): Shrunk {
  const { variance, df, leastVariance } = measured;
  const capped = { df: Math.min(prior.df, total - df), variance: prior.variance };
  const shrunk = Math.max(shrinkVariance(variance, df, capped), leastVariance);
  return { ...measured, deviation: Math.sqrt(shrunk), shrunkDf: capped.df + df };
}
