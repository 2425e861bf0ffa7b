export interface TrimmedMean {
  mean: number;
  standardError: number;
  /** Degrees of freedom: kept values less one. */
  df: number;
}

/**
 * The mean without a share of the values at each end, and its error from the winsorised variance, for Student's t
 * (K. K. Yuen, The two-sample trimmed t for unequal population variances, Biometrika 61, 1974; here of one sample).
 * @param sorted ascending, at least two
 * @param share of the values at each end, below one half; 0 gives the plain mean and its error
 */
export function trimmedMean(sorted: readonly number[], share: number): TrimmedMean {
  const n = sorted.length;
  const cut = Math.floor(share * n);
  const kept = n - 2 * cut;
  const [low, high] = [sorted[cut] as number, sorted[n - 1 - cut] as number];
  let sum = 0;
  for (let i = cut; i < n - cut; i += 1) sum += (sorted[i] as number) - low;
  const winsorised = (sum + cut * (high - low)) / n;
  let squares = cut * winsorised ** 2 + cut * (high - low - winsorised) ** 2;
  for (let i = cut; i < n - cut; i += 1) squares += ((sorted[i] as number) - low - winsorised) ** 2;
  return {
    mean: low + sum / kept,
    standardError: Math.sqrt(squares / (kept * (kept - 1))),
    df: kept - 1,
  };
}
