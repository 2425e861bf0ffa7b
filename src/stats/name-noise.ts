import { rank } from './correlate.ts';
import { median } from './median.ts';

/**
 * How the times of the same work, one after the other, differ. `in-turn`: every so manieth is slow. `lasting`: a
 * slow one is followed by slow ones. `two-states`: they fall into two groups. `now-and-then`: some stand out.
 */
export type Noise =
  | { kind: 'even' }
  | { kind: 'lasting' }
  | { kind: 'in-turn'; period: number }
  | { kind: 'two-states'; slower: number }
  | { kind: 'now-and-then'; share: number };

/** The correlation of ranks at a distance; of 40 even times three standard deviations are 0.47. */
const strongCorrelation = 0.47;
const longestPeriod = 8;
/** The gap between two groups, in standard deviations of the wider one. */
const clearGap = 5;
/** The limit by which a verdict rejects a run. */
const screenLimit = 3.5;
/** From the median distance to the median, for a normal distribution. */
const deviationOfMedian = 1.4826;

/** @param times in the order in which they were taken, all > 0; below 30 only chance would be named */
export function nameNoise(times: readonly number[]): Noise {
  const ranks = rank(times);
  if (correlate(ranks, 1) > strongCorrelation) return { kind: 'lasting' };
  for (let period = 2; period <= longestPeriod; period += 1) {
    if (correlate(ranks, period) > strongCorrelation) return { kind: 'in-turn', period };
  }
  const sorted = times.map(Math.log).sort((a, b) => a - b);
  const slower = findGroups(sorted);
  if (slower !== undefined) return { kind: 'two-states', slower };
  const limit = median(sorted) + screenLimit * deviationOf(sorted);
  const share = sorted.filter((one) => one > limit).length / sorted.length;
  return share > 0.02 ? { kind: 'now-and-then', share } : { kind: 'even' };
}

/** @returns by which share the slower group is slower; undefined where there is one group */
function findGroups(sorted: readonly number[]): number | undefined {
  const fewest = Math.ceil(sorted.length / 5);
  let split = 0;
  let widest = 0;
  for (let i = fewest; i <= sorted.length - fewest; i += 1) {
    const gap = (sorted[i] as number) - (sorted[i - 1] as number);
    if (gap > widest) [widest, split] = [gap, i];
  }
  const groups = [sorted.slice(0, split), sorted.slice(split)] as const;
  if (widest <= clearGap * Math.max(...groups.map(deviationOf))) return undefined;
  return Math.expm1(median(groups[1]) - median(groups[0]));
}

function deviationOf(sorted: readonly number[]): number {
  const middle = median(sorted);
  const distances = sorted.map((one) => Math.abs(one - middle)).sort((a, b) => a - b);
  return deviationOfMedian * median(distances);
}

/** Spearman's correlation of values with those that come `distance` later. */
function correlate(ranks: readonly number[], distance: number): number {
  const mean = (ranks.length - 1) / 2;
  const product = (a: number, b: number) => (a - mean) * (b - mean);
  let shared = 0;
  let own = 0;
  ranks.forEach((one, at) => {
    own += product(one, one);
    const later = ranks[at + distance];
    if (later !== undefined) shared += product(one, later);
  });
  return ((shared / own) * ranks.length) / (ranks.length - distance);
}
