/**
 * Benjamini and Hochberg's step-up rule: the largest p that may be rejected so that at most a share q of
 * the rejections is false in the long run. With nothing to find, q bounds the chance of any rejection.
 * @returns reject every p at or below it; -1 when nothing is to be rejected
 */
export function findRejectionLimit(ps: readonly number[], q: number): number {
  const sorted = Float64Array.from(ps).sort();
  for (let k = sorted.length; k > 0; k -= 1) {
    const p = sorted[k - 1] as number;
    if (p <= (q * k) / sorted.length) return p;
  }
  return -1;
}
