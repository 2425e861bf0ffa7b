import { gammaln } from 'simple-statistics';

/**
 * The chance that at least so many of n fair coins show heads: the sign test of n values of which so many lie above
 * the median that they are said to have.
 */
export function signTail(above: number, n: number): number {
  let tail = 0;
  for (let k = above; k <= n; k += 1) {
    tail += Math.exp(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) - n * Math.LN2);
  }
  return Math.min(1, tail);
}
