import { countOutliers } from './trim.ts';

/** By n from 5; simulated, standard error 0.0005. `node bench/expected-variances.ts` prints it anew. */
// prettier-ignore
const simulated = [
  0.4743, 0.5278, 0.5806, 0.6101, 0.6427, // n = 5 to 9
  0.4591, 0.4889, 0.5167, 0.5385, 0.5597, // n = 10 to 14
  0.4536, 0.4728, 0.4922, 0.5087, 0.5245, // n = 15 to 19
  0.4498, 0.4652, 0.4794, 0.4921, 0.5053, // n = 20 to 24
  0.4473, 0.4594, 0.4710, 0.4825, 0.4927, // n = 25 to 29
  0.4463, 0.4559, 0.4661, 0.4752, 0.4834, // n = 30 to 34
  0.4450, 0.4533, 0.4617, 0.4701, 0.4779, // n = 35 to 39
  0.4436, // n = 40 to 40
];

/**
 * The expected sample variance of n standard normal values once the farthest of every five are gone: what
 * a trimmed variance is divided by to stand for the variance of all.
 *
 * Up to 40 values it is simulated. Above, a share f of a large sample goes and the rest is a normal cut off
 * on both sides, whose variance is 0.4377 + 1.5·(0.2 - f) + 3.2·(0.2 - f)² within 0.0002 for f from 0.16 to
 * 0.2; 0.25/n is what a finite sample has more.
 */
export function expectTrimmedVariance(n: number, outliersPerFive: number): number {
  const outliers = countOutliers(n, outliersPerFive);
  if (outliers === 0) return 1;
  const short = 0.2 - outliers / n;
  return simulated[n - 5] ?? 0.4377 + 1.5 * short + 3.2 * short ** 2 + 0.25 / n;
}
