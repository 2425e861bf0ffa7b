/** Half of the width of a normal interval of 95%, in standard deviations. */
const z = 1.959963984540054;

export const shareConfidence = 0.95;

/**
 * The interval of a share by Wilson's score: it stays within 0 and 1, and says something of few cases and of none that
 * counted. Wilson, Probable inference (1927), formula 4 of Newcombe (1998).
 * @param of at least 1; @param count from 0 to `of`
 */
export function estimateShare(
  count: number,
  of: number,
): { share: number; low: number; high: number } {
  const share = count / of;
  const middle = share + (z * z) / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return {
    share,
    low: count === 0 ? 0 : (middle - half) / scale,
    high: count === of ? 1 : (middle + half) / scale,
  };
}
