/**
 * Benjamini and Hochberg's step-up rule: the limit up to which p may be rejected so that at most a share q of
 * the rejections is false in the long run. With nothing to find, q bounds the chance of any rejection.
 * @param ps those above q may be left out: none of them is ever rejected
 * @param count of the family, with those that were left out
 * @returns reject every p at or below it; -1 when nothing is to be rejected
 */
export function findRejectionLimit(
  ps: readonly number[],
  q: number,
  count: number = ps.length,
): number {
  const sorted = Float64Array.from(ps).sort();
  for (let k = sorted.length; k > 0; k -= 1) {
    const limit = (q * k) / count;
    if ((sorted[k - 1] as number) <= limit) return limit;
  }
  return -1;
}
