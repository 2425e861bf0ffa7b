import { mean, sampleCovariance, sampleVariance } from 'simple-statistics';
import type { Profile, RunRecord } from '../contract/documents.ts';
import { findRejectionLimit } from '../stats/control-discoveries.ts';
import { correlate } from '../stats/correlate.ts';
import { fewestRuns } from './rank-causes.ts';

/** How much of what a test's runs differ by is in one function. */
export interface FunctionShare {
  test: string;
  /** The function and its place. */
  name: string;
  runs: number;
  /** Time in it itself, in the mean. */
  meanNs: number;
  /**
   * Covariance of the time in it with the duration of the test, by the variance of the duration. The shares of all
   * functions together are the share that the profiled threads explain; where several threads work at once it may
   * exceed 1.
   */
  share: number;
  /** Correlation of ranks, −1 to 1. */
  spearman: number;
}

/** The share of the functions named that chance alone may have made. */
const falseShare = 0.05;
/** A function that explains less is not worth a line. */
const leastShare = 0.02;
/** A share of the duration, in the mean: a function below is not looked at. */
const leastTime = 0.002;

/**
 * Which functions explain the variance of each test's duration, over all runs that were profiled and passed. Benjamini and
 * Hochberg's rule is over all of them together. Nothing below twenty runs. The largest share first.
 */
export function rankFunctions(records: readonly RunRecord[]): FunctionShare[] {
  const profiled = records
    .flatMap(({ profiles }) => profiles)
    .filter(({ functions, outcome }) => functions !== undefined && outcome.status === 'passed');
  const all = [...Map.groupBy(profiled, ({ test }) => test).values()].flatMap(shareTest);
  const limit = findRejectionLimit(
    all.map(({ p }) => p),
    falseShare,
  );
  return all
    .filter(({ found, p }) => p <= limit && found.share >= leastShare)
    .map(({ found }) => found)
    .sort((a, b) => b.share - a.share);
}

function shareTest(profiles: readonly Profile[]): { found: FunctionShare; p: number }[] {
  const runs = profiles.length;
  if (runs < fewestRuns) return [];
  const durations = profiles.map(({ durationNs }) => durationNs);
  const variance = sampleVariance(durations);
  const times = profiles.map(
    ({ functions = [] }) => new Map(functions.map(({ name, selfNs }) => [name, selfNs])),
  );
  const names = new Set(times.flatMap((one) => [...one.keys()]));
  const least = leastTime * mean(durations);
  return [...names].flatMap((name) => {
    const own = times.map((one) => one.get(name) ?? 0);
    const meanNs = mean(own);
    const found = meanNs < least ? undefined : correlate(durations, own);
    if (found === undefined) return [];
    const share = sampleCovariance(own, durations) / variance;
    const { p, spearman } = found;
    return [{ found: { test: profiles[0]?.test ?? '', name, runs, meanNs, share, spearman }, p }];
  });
}
