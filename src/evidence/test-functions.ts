import { sum } from 'simple-statistics';
import type { Profile, Side } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { median } from '../stats/median.ts';
import { sortNumbers } from '../stats/sort-numbers.ts';
import { upperQuantile, upperTail } from '../stats/student-t.ts';
import { trimmedMean } from '../stats/trimmed-mean.ts';
import type { CountedPair, SideCounts } from './count-functions.ts';

/** How much more a whole run takes, from pairs without a profiler. */
export interface Growth {
  /** For a run on each side, in nanoseconds or bytes. */
  before: number;
  after: number;
  /** The standard error of the logarithm of their ratio. */
  error: number;
  /** They are of one iteration, as a tool says that runs as many as fit into its time. */
  ofIteration?: Iterations;
}

/** Whatever else such a process runs keeps its part of the CPU time, however slow an iteration becomes. */
export interface Iterations {
  /** All of a run, which takes about as long as before. */
  run: Growth;
  /** How many benchmarks a run repeats, and whose iteration this is. */
  benchmarks: number;
  span?: string;
  /** The logarithm of how many times as often one of them may run as before, since it became faster. */
  gain: number;
  /** The profiles hold nothing but iterations; false where much of them may be the start of the tool. */
  isAll?: boolean | undefined;
}

export interface Tested {
  key: string;
  /** Per run, without what it calls. */
  before: number;
  after: number;
  /** How much more, with an interval of 95%. */
  low: number;
  high: number;
  /** One-sided, of no growth. */
  p: number;
}

/** Degrees of freedom that all functions share: a handful of pairs tells little of the spread of one. */
const sharedFreedom = 6;
const leastShare = 0.01;
export const fewPairs = 5;

/**
 * Tests each function for growth: the logarithm of the ratio of its shares, plus that of the whole, since shares alone
 * cannot all grow. Its variance is that of counting, with the median excess over all functions, and its own. The method and
 * its figures: docs/evidence.md.
 * @param most by which all of them together may grow
 */
export function testFunctions(
  pairs: readonly CountedPair[],
  { after, before, error }: Growth,
  most = after - before,
): Tested[] {
  const n = pairs.length;
  const growth = Math.log(after / before);
  const measured = listLarge(pairs).map((key) => {
    const logs = pairs.map((pair) => {
      const [a, b] = [halved(pair.before, key), halved(pair.after, key)];
      return {
        ratio: Math.log(b.size / pair.after.size) - Math.log(a.size / pair.before.size) + growth,
        counting: { before: 1 / a.count, after: 1 / b.count },
      };
    });
    const mean = average(logs.map(({ ratio }) => ratio));
    const own = logs.reduce((sum, { ratio }) => sum + (ratio - mean) ** 2, 0) / Math.max(1, n - 1);
    const counting = {
      before: average(logs.map((one) => one.counting.before)),
      after: average(logs.map((one) => one.counting.after)),
    };
    return { key, mean, own, counting, expected: counting.before + counting.after };
  });
  if (measured.length === 0) return [];
  const excess = Math.max(0, median(measured.map(({ expected, own }) => own - expected)));
  const allFreedom = sharedFreedom + n - 1;
  const tested = measured.map(({ counting, expected, key, mean, own }) => {
    const pooled = (sharedFreedom * (expected + excess) + (n - 1) * own) / allFreedom;
    // So few pairs cannot tell one function that varies more than the others: then they say nothing of it.
    const isAlone = n < fewPairs && own > pooled;
    const [variance, freedom] = isAlone ? [own, n - 1] : [pooled, allFreedom];
    const t = mean / Math.sqrt(variance / n + error ** 2);
    const sizes = {
      before: before * shareOf(pairs, 'before', key),
      after: after * shareOf(pairs, 'after', key),
    };
    // Each side has its part of the variance.
    const part = (side: 'before' | 'after'): number =>
      (sizes[side] ** 2 * variance * counting[side]) / expected / n;
    const spread = Math.sqrt(part('before') + part('after') + (sizes.after * error) ** 2);
    const reach = upperQuantile(0.025, freedom) * spread;
    const more = sizes.after - sizes.before;
    return {
      ...{ key, ...sizes, low: more - reach, high: more + reach },
      p: upperTail(t, freedom),
    };
  });
  return limitGrowth(tested, most);
}

export type Proven = Tested & { isProven: boolean };

export interface TestedGrowth {
  tested: Tested[];
  /** What the sizes of functions are parts of. */
  whole: Growth;
  /** About how much all that takes more may take. */
  more: number;
  /** Whether a function may be named that is not proven. */
  canGuess: boolean;
}

/** A function that takes more of a run is one of its iterations, unless it makes their inputs. */
const mostlyIterations = 0.5;

/**
 * A tool that repeats for a fixed time leaves everything else in its process the part of the CPU time that it had, however
 * slow an iteration became. So only a function is proven that takes more of a whole run, and more than the further
 * iterations of a faster benchmark explain. One that is most of a run of one benchmark may grow with the iteration if the
 * change touches it. Of several benchmarks, sizes are of a whole run, since stacks do not say whose iteration it is.
 * @param isTouched itself, or what calls it
 */
export function testGrowth(
  pairs: readonly CountedPair[],
  growth: Growth,
  isTouched: (key: string) => boolean,
): TestedGrowth {
  const { ofIteration } = growth;
  const all = { whole: growth, more: growth.after - growth.before, canGuess: false };
  if (ofIteration === undefined || ofIteration.isAll === true) {
    return { ...all, tested: testFunctions(pairs, growth), canGuess: true };
  }
  const { benchmarks, gain, isAll, run } = ofIteration;
  const beyond = testFunctions(pairs, { ...run, after: run.after * Math.exp(-gain) }, Infinity);
  const pOf = new Map(beyond.map(({ key, p }) => [key, p]));
  if (benchmarks > 1) {
    const ofRun = testFunctions(pairs, run, Infinity).map((one) => withP(one, pOf.get(one.key)));
    const more = ((1 - growth.before / growth.after) * run.before) / benchmarks;
    return { tested: ofRun, whole: run, more, canGuess: false };
  }
  const tested = testFunctions(pairs, growth).map((one) => {
    const part = Math.min(one.before / growth.before, one.after / growth.after);
    const isIteration = isAll === undefined && part > mostlyIterations && isTouched(one.key);
    return isIteration ? one : withP(one, pOf.get(one.key));
  });
  return { ...all, tested };
}

function withP(one: Tested, p = 1): Tested {
  return { ...one, p: Math.max(one.p, p) };
}

/** A function grows by no more than the whole, and what others surely take less: shares of few samples may say more. */
function limitGrowth(tested: readonly Tested[], more: number): Tested[] {
  if (more <= 0) return [...tested];
  const less = tested.map((one) => (one.high < 0 ? one.before - one.after : 0));
  const most = less.reduce((all, size) => all + size, more);
  return tested.map((one) =>
    one.after - one.before <= most
      ? one
      : { ...one, after: one.before + most, low: Math.min(one.low, most), high: most },
  );
}

/**
 * Keeps the chance that any of these is false below `level`. Those that are likely before anything is seen, since the
 * change touches them, have half of it for themselves.
 */
export function prove(
  tested: readonly Tested[],
  level: number,
  isLikely: (key: string) => boolean,
): Proven[] {
  const groups = [...Map.groupBy(tested, ({ key }) => isLikely(key)).values()];
  const proven = groups.flatMap((group) => applyHolm(group, level / groups.length));
  return proven.sort((a, b) => a.p - b.p);
}

function applyHolm(tested: readonly Tested[], level: number): Proven[] {
  const sorted = tested.toSorted((a, b) => a.p - b.p);
  const first = sorted.findIndex(({ p }, at) => p > level / (sorted.length - at));
  return sorted.map((one, at) => ({ ...one, isProven: first < 0 || at < first }));
}

/** Half a sample more on each side: a function may be new. */
function halved(
  { count, functions, size }: SideCounts,
  key: string,
): { count: number; size: number } {
  const own = functions.get(key);
  const each = count === 0 ? 1 : size / count;
  const weight = own === undefined || own.count === 0 ? each : own.size / own.count;
  return { count: (own?.count ?? 0) + 0.5, size: (own?.size ?? 0) + weight / 2 };
}

function shareOf(pairs: readonly CountedPair[], side: 'before' | 'after', key: string): number {
  return average(
    pairs.map((pair) => (pair[side].functions.get(key)?.size ?? 0) / Math.max(1, pair[side].size)),
  );
}

function listLarge(pairs: readonly CountedPair[]): string[] {
  const keys = new Set(
    pairs.flatMap(({ after, before }) => [...before.functions.keys(), ...after.functions.keys()]),
  );
  return [...keys].filter((key) =>
    (['before', 'after'] as const).some((side) => shareOf(pairs, side, key) >= leastShare),
  );
}

/** Bytes need no other pairs: they are what was held. */
export function growthOfBytes(pairs: readonly CountedPair[]): Growth {
  const mean = (side: 'before' | 'after'): number => average(pairs.map((pair) => pair[side].size));
  return { before: Math.max(1, mean('before')), after: Math.max(1, mean('after')), error: 0 };
}

const average = (values: number[]): number => sum(values) / Math.max(1, values.length);

/** Cut from the values at each end; a disturbed pair has no weight. */
const trimmed = 0.2;

/**
 * How much more CPU time a whole test takes, from the pairs in which both sides passed.
 * @returns undefined where fewer than two say it
 */
export function measureGrowth(profiles: readonly Profile[]): Growth | undefined {
  const pairs = [...Map.groupBy(profiles, ({ repeat }) => repeat).values()].flatMap((pair) => {
    const read = (side: Side) => readCpu(pair.find((one) => one.side === side));
    const [before, after] = [read('before'), read('after')];
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
  if (pairs.length < 2) return undefined;
  const logs = pairs.map(({ after, before }) => Math.log(after / before));
  const { mean, standardError } = trimmedMean(sortNumbers(logs), trimmed);
  const before = median(pairs.map((pair) => pair.before));
  return { before, after: before * Math.exp(mean), error: standardError };
}

function readCpu(profile: Profile | undefined): number | undefined {
  if (profile?.outcome.status !== 'passed') return undefined;
  const whole = profile.spans.find(({ span }) => span === wholeTestSpan);
  const value = whole?.values['cpu.total'];
  return value !== undefined && value > 0 ? value : undefined;
}
