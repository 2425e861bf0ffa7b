import type { Side } from '../../contract/documents.ts';
import type { Difference } from '../../stats/excess-variance.ts';
import { screeningCost, type Estimate } from './estimate.ts';
import { toScale } from './scale.ts';

/** The means of a series over the runs of each build that count, on its scale. */
export interface BuildMeans {
  before: number;
  after: number;
  /** Of the side that has fewer. */
  builds: number;
  /** Of the mean of one build; or of a difference of two builds, where pairs are compared. */
  variance: number;
  df: number;
  /** What the variance is multiplied by for that of the change. */
  weight: number;
  /** The part of the variance that the runs alone explain. */
  ofRuns: number;
  /** How many sides the variance holds. */
  sides: 1 | 2;
  /** How far each build is from the mean of its side, and the error that its runs give that. */
  distances: Difference[];
  /** Its noise is like no other's: it neither lends nor borrows variance. */
  isAlone: boolean;
}

interface Mean {
  build: number;
  mean: number;
  count: number;
}

/** @returns undefined where runs of fewer than two builds of a side count */
export function meanBuilds(one: Estimate, builds: number): BuildMeans | undefined {
  const before = meanSide(one, 'before', builds);
  const after = meanSide(one, 'after', builds);
  if (Math.min(before.length, after.length) < 2) return undefined;
  const deviation = deviationOfRun(one, before, after);
  const known = {
    before: average(before.map(({ mean }) => mean)),
    after: average(after.map(({ mean }) => mean)),
    builds: Math.min(before.length, after.length),
    distances: [before, after].flatMap((side) => measureDistances(side, deviation, one.df)),
    isAlone: one.scale.offset > 0,
  };
  const shareOfRuns = average([...before, ...after].map(({ count }) => 1 / count));
  if (one.method === 'paired-t') {
    const differences = subtractSides(before, after);
    const n = differences.length;
    if (n < 2) return undefined;
    const variance = sumOfSquares(differences) / (n - 1);
    const ofRuns = 2 * deviation ** 2 * shareOfRuns;
    return { ...known, variance, df: n - 1, weight: 1 / n, ofRuns, sides: 2 };
  }
  const df = before.length + after.length - 2;
  const squares = [before, after].map((side) => sumOfSquares(side.map(({ mean }) => mean)));
  const variance = squares.reduce((sum, square) => sum + square, 0) / df;
  const weight = 1 / before.length + 1 / after.length;
  return { ...known, variance, df, weight, ofRuns: deviation ** 2 * shareOfRuns, sides: 1 };
}

function meanSide(
  { rejectedAfter, rejectedBefore, scale, subject: { series } }: Estimate,
  side: Side,
  builds: number,
): Mean[] {
  const rejected = new Set(side === 'before' ? rejectedBefore : rejectedAfter);
  const kept = new Map<number, number[]>();
  for (const [repeat, value] of series[side].entries()) {
    if (value === null || rejected.has(repeat)) continue;
    const own = kept.get(repeat % builds) ?? [];
    kept.set(repeat % builds, own);
    own.push(toScale(scale, value));
  }
  return [...kept].map(([build, values]) => ({
    build,
    mean: average(values),
    count: values.length,
  }));
}

/** Builds of one number ran in the same pairs, and with the same paths and environments. */
function subtractSides(before: readonly Mean[], after: readonly Mean[]): number[] {
  const others = new Map(before.map(({ build, mean }) => [build, mean]));
  return after.flatMap(({ build, mean }) => {
    const other = others.get(build);
    return other === undefined ? [] : [mean - other];
  });
}

function measureDistances(side: readonly Mean[], ofRun: number, df: number): Difference[] {
  const centre = average(side.map(({ mean }) => mean));
  const share = Math.sqrt(side.length / (side.length - 1));
  return side.map(({ count, mean }) => ({
    value: (mean - centre) * share,
    standardError: ofRun / Math.sqrt(count),
    df,
  }));
}

/** As the error of the change that was made of single runs, or pairs, tells it. */
function deviationOfRun(
  { method, standardError }: Estimate,
  before: readonly Mean[],
  after: readonly Mean[],
): number {
  const [one, other] = [before, after].map((side) =>
    side.reduce((sum, { count }) => sum + count, 0),
  ) as [number, number];
  // Of a difference within a pair, each of its two runs has half of the variance.
  const weight = method === 'paired-t' ? 2 / Math.min(one, other) : 1 / one + 1 / other;
  return standardError / Math.sqrt(screeningCost * weight);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function sumOfSquares(values: readonly number[]): number {
  const centre = average(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}
