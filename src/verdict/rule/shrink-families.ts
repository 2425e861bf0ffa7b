import { fitPrior, shrinkVariance, type Prior } from '../../stats/shrink-variances.ts';

/** How much something varies from run to run, or from pair to pair, measured in one series alone. */
export interface Spread {
  variance: number;
  df: number;
  /** What the steps of the source alone contribute to the variance. */
  leastVariance: number;
}

/** How much one run of a series varies, on its scale, and on how many degrees of freedom that rests. */
export interface Noise {
  deviation: number;
  df: number;
}

/** The variances of the series of a metric: noise differs between metrics, so each has a prior of its own. */
export interface FamilySpreads {
  variances: number[];
  dfs: number[];
}

export interface Family {
  prior: Prior;
  /** Degrees of freedom of all its series together. */
  total: number;
}

/**
 * What slows every so manieth run, or differs between builds, adds the same variance to all series. They then look
 * equally noisy, the fit lends each of them up to 200 degrees of freedom, and the noisiest turn red. Series that really
 * are equally noisy lose little by the limit: decision 206.
 */
export const mostBorrowed = 10;

export function fitFamily({ variances, dfs }: FamilySpreads): Family {
  const { df, variance } = fitPrior(variances, dfs);
  const prior = { df: Math.min(df, mostBorrowed), variance };
  return { prior, total: dfs.reduce((sum, df) => sum + df, 0) };
}

/**
 * Draws the variance of a series towards those of its family. It never counts on more degrees of freedom
 * than all of them have together: in a small build the prior itself is uncertain.
 * @param family absent for a series that stands alone
 */
export function shrinkNoise({ variance, df, leastVariance }: Spread, family?: Family): Noise {
  if (family === undefined) return { deviation: Math.sqrt(variance), df };
  const priorDf = Math.min(family.prior.df, family.total - df);
  const prior = { df: priorDf, variance: family.prior.variance };
  const shrunk = Math.max(shrinkVariance(variance, df, prior), leastVariance);
  return { deviation: Math.sqrt(shrunk), df: priorDf + df };
}
