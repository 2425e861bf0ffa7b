import { upperTail } from './student-t.ts';

/**
 * The true value that explains an estimate which was only looked at because it passed a cut: given that, it lies
 * above the estimate as often as below. That is the median-unbiased estimate for a truncated distribution
 * (J. D. Lee, D. L. Sun, Y. Sun and J. E. Taylor, Exact post-selection inference, with application to the lasso,
 * Annals of Statistics 44, 2016, section 5), here with Student's t.
 * @param lowest the answer is never below it: near the cut the estimate alone says next to nothing
 */
export function medianPastCut(
  estimate: number,
  { cut, standardError, df, lowest }: Truncation,
): number {
  if (cut >= estimate) return lowest;
  const shareAbove = (truth: number): number =>
    upperTail((estimate - truth) / standardError, df) /
    upperTail((cut - truth) / standardError, df);
  let low = Math.min(lowest, estimate);
  let high = estimate;
  if (shareAbove(low) >= 0.5) return low;
  // A share of at least a half at the estimate itself, and of less at the lowest: so it lies between them.
  for (let step = 0; step < bisections; step += 1) {
    const middle = (low + high) / 2;
    if (shareAbove(middle) < 0.5) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Facts of an estimate besides itself. */
export interface Truncation {
  /** Below it the estimate would not have been looked at. */
  cut: number;
  standardError: number;
  df: number;
  lowest: number;
}

/** Enough for six digits of any interval. */
const bisections = 30;
