import { createRandom } from './random.ts';
import { upperQuantile } from './student-t.ts';
import { median, medianOfStretch } from './median.ts';

export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** How runs of the same code differ. All shares are of the mean, but for the ranges, which are of the median. */
export interface SpreadOfRounds {
  runs: number;
  median: number;
  /** Standard deviation / mean of all runs, with a 95% interval. */
  variation: Interval;
  /** (max − min) / median of all runs. It grows with their number. */
  range: number;
  /** The same of any five of them: in the middle, and in 90% of such groups. Absent below five runs. */
  rangeOfFive?: Interval;
  /** Standard deviation of one run within its round, and of the rounds: one-way analysis of variance. */
  within: number;
  between: number;
}

const groups = 2_000;
/** Fixed, so that the same runs give the same ranges. */
const seed = 5;

/**
 * @param rounds runs in the order in which they were taken, round by round; at least two runs in all, their mean > 0
 */
export function measureSpread(rounds: readonly (readonly number[])[]): SpreadOfRounds {
  const all = rounds.flat();
  const sorted = all.toSorted((a, b) => a - b);
  const middle = medianOfStretch(sorted, 0, sorted.length);
  const rangeOfFive = all.length < 5 ? undefined : findRangeOfFive(all);
  return {
    runs: all.length,
    median: middle,
    variation: findVariation(all),
    range: shareOf((sorted.at(-1) ?? 0) - (sorted[0] ?? 0), middle),
    rangeOfFive,
    ...findComponents(rounds.filter(({ length }) => length > 0)),
  };
}

/** The interval is that of a jackknife over single runs, on the logarithm, which is nearer to a normal distribution. */
function findVariation(all: readonly number[]): Interval {
  const n = all.length;
  // Sums of distances to a run: of equal runs, exactly zero.
  const origin = all[0] as number;
  const distances = all.map((one) => one - origin);
  const sum = add(distances);
  const squares = add(distances.map((one) => one * one));
  const value = variationOf(origin, sum, squares, n);
  if (n < 4 || value === 0) return { value, low: value, high: value };
  const without = distances.map((one) =>
    Math.log(variationOf(origin, sum - one, squares - one * one, n - 1)),
  );
  const mean = add(without) / n;
  const error = Math.sqrt(((n - 1) / n) * add(without.map((one) => (one - mean) ** 2)));
  const reach = Math.exp(upperQuantile(0.025, n - 1) * error);
  // If all runs but one are equal, nothing is left to judge by.
  if (!Number.isFinite(reach)) return { value, low: 0, high: Infinity };
  return { value, low: value / reach, high: value * reach };
}

function variationOf(origin: number, sum: number, squares: number, n: number): number {
  const variance = Math.max(0, (squares - (sum * sum) / n) / (n - 1));
  return Math.sqrt(variance) / (origin + sum / n);
}

function findRangeOfFive(all: readonly number[]): Interval {
  const random = createRandom(seed);
  const pool = [...all];
  const ranges = Array.from({ length: groups }, () => {
    for (let place = 0; place < 5; place += 1) {
      const other = place + Math.floor(random() * (pool.length - place));
      [pool[place], pool[other]] = [pool[other] as number, pool[place] as number];
    }
    const five = pool.slice(0, 5);
    return shareOf(Math.max(...five) - Math.min(...five), median(five));
  }).sort((a, b) => a - b);
  const at = (share: number): number => ranges[Math.floor(share * (groups - 1))] as number;
  return { value: at(0.5), low: at(0.05), high: at(0.95) };
}

/** Unequal rounds: Searle, Casella and McCulloch, Variance Components, 1992, section 3.6. */
function findComponents(
  rounds: readonly (readonly number[])[],
): Pick<SpreadOfRounds, 'within' | 'between'> {
  const origin = rounds[0]?.[0] ?? 0;
  const distances = rounds.map((round) => round.map((one) => one - origin));
  const n = distances.flat().length;
  const centre = add(distances.flat()) / n;
  const mean = origin + centre;
  const means = distances.map((round) => add(round) / round.length);
  const inside = add(
    distances.map((round, index) => add(round.map((one) => (one - (means[index] as number)) ** 2))),
  );
  const outside = add(
    rounds.map(({ length }, index) => length * ((means[index] as number) - centre) ** 2),
  );
  const count = rounds.length;
  const within = n > count ? inside / (n - count) : 0;
  if (count < 2) return { within: Math.sqrt(within) / mean, between: 0 };
  const size = (n - add(rounds.map(({ length }) => length ** 2)) / n) / (count - 1);
  const between = Math.max(0, outside / (count - 1) - within) / size;
  return { within: Math.sqrt(within) / mean, between: Math.sqrt(between) / mean };
}

/**
 * How many pairs find a change of `share` four times in five, at one false alarm in a hundred, for one series
 * alone: n = 2 (t₁ + t₂)² s² / d² with Student's t of 2n − 2 degrees of freedom.
 * @param within standard deviation of one run, as a share; 0 needs the fewest
 * @returns at least 5, Infinity above 10,000
 */
export function countPairs(within: number, share: number): number {
  const change = Math.log1p(share);
  for (let pairs = 5; pairs <= 10_000; pairs += 1) {
    const df = 2 * pairs - 2;
    const reach = upperQuantile(0.01, df) + upperQuantile(0.2, df);
    if (2 * (reach * within) ** 2 <= pairs * change * change) return pairs;
  }
  return Infinity;
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function add(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0);
}
