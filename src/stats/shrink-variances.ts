import { digamma, invertTrigamma, trigamma } from './gamma-functions.ts';

export interface Prior {
  /** Degrees of freedom that a series borrows from the others. */
  df: number;
  /** The variance it is drawn towards. */
  variance: number;
}

/** The spread between the true variances below which they are taken for equal. */
const smallestSpread = 0.001;
const largestPriorDf = 200;

/**
 * Fits the prior that all variances of a family seem to come from: a scaled F distribution, by moments
 * of the log variances (Smyth 2004, "Linear models and empirical Bayes methods", section 6.2).
 * @param variances one a series, all > 0
 * @param dfs degrees of freedom of each, same length
 */
export function fitPrior(variances: readonly number[], dfs: readonly number[]): Prior {
  const count = variances.length;
  let mean = 0;
  const logs = variances.map((variance, i) => {
    const half = (dfs[i] as number) / 2;
    const log = Math.log(variance) - digamma(half) + Math.log(half);
    mean += log / count;
    return log;
  });
  let spread = smallestSpread;
  if (count > 1) {
    let excess = 0;
    logs.forEach((log, i) => {
      excess += ((log - mean) ** 2 * count) / (count - 1) - trigamma((dfs[i] as number) / 2);
    });
    spread = Math.max(excess / count, smallestSpread);
  }
  const df = Math.min(2 * invertTrigamma(spread), largestPriorDf);
  return { df, variance: Math.exp(mean + digamma(df / 2) - Math.log(df / 2)) };
}

/** A series' own variance drawn towards the prior, each weighted by its degrees of freedom. */
export function shrinkVariance(variance: number, df: number, prior: Prior): number {
  return (prior.df * prior.variance + df * variance) / (prior.df + df);
}
