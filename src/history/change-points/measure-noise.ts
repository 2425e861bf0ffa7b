import { runningMedian } from '../../stats/running-median.ts';
import { medianOfStretch } from '../../stats/median.ts';
import type { DetectorSettings } from './settings.ts';

/** A series in which single outliers weigh no more than other values, and calm stretches more than noisy ones. */
export interface LevelledSeries {
  /** Logarithms where all values are positive, else the values; outliers pulled in towards the level around them. */
  values: Float64Array;
  isLogarithm: boolean;
  /** The values as they came, on the same scale. */
  raw: Float64Array;
  /** Standard deviation of the noise around each value. */
  deviations: Float64Array;
  /** How much each value counts: 1 where the noise is that of the whole series. */
  weights: Float64Array;
  /** Variance of a value of weight 1. */
  variance: number;
  /** Correlation of neighbours, as seen around the running level. */
  correlation: number;
  /** By which factor the correlation of neighbours raises the variance of a mean. */
  inflation: number;
}

/** From the median distance to the median, for a normal distribution. */
const deviationOfMedian = 1.4826;
/** Around a median of fifteen values the noise looks smaller than it is; simulated. */
const lostToLevel = 1.06;
/** The noise of a stretch lies within these factors of the noise of the series. */
const calmest = 0.25;
const noisiest = 8;
const mostCorrelation = 0.7;
/** Pulling outliers in takes this much from the variance of normal noise; simulated for two deviations. */
const lostToClipping = 1.1;

export function measureNoise(
  values: readonly number[],
  settings: DetectorSettings,
): LevelledSeries {
  const isLogarithm = values.every((value) => value > 0);
  const raw = Float64Array.from(values, isLogarithm ? Math.log : undefined);
  const spread = spreadTies(raw);
  const usual = deviationOfSteps(spread);
  const level = runningMedian(raw, settings.levelReach);
  const distances = spread.map((value, at) => Math.abs(value - (level[at] as number)));
  const deviations = runningMedian(distances, settings.noiseReach).map((distance) => {
    const here = distance * deviationOfMedian * lostToLevel;
    return Math.min(Math.max(here, usual * calmest), usual * noisiest);
  });
  const scores = raw.map((value, at) =>
    clip((value - (level[at] as number)) / (deviations[at] as number), settings.clip),
  );
  const correlation = correlateNeighbours(scores);
  const assumed = Math.min(mostCorrelation, Math.max(0, correlation + settings.hiddenCorrelation));
  return {
    values: scores.map((score, at) => (level[at] as number) + score * (deviations[at] as number)),
    isLogarithm,
    raw,
    deviations,
    weights: deviations.map((here) => (usual / here) ** 2),
    variance: usual ** 2 * Math.max(0.3, lostToClipping * meanSquare(scores)),
    correlation,
    inflation: (1 + assumed) / (1 - assumed),
  };
}

/** The noise from one value to the next, which steps between levels hardly change. */
function deviationOfSteps(values: Float64Array): number {
  const steps = values.subarray(1).map((value, at) => value - (values[at] as number));
  const middle = medianOf(steps);
  const distances = steps.map((step) => Math.abs(step - middle));
  const robust = deviationOfMedian * medianOf(distances);
  // If most values repeat the one before, the median says nothing.
  const deviation = robust > 1e-12 ? robust : Math.sqrt(meanSquare(steps));
  return Math.max(deviation / Math.SQRT2, 1e-9);
}

function correlateNeighbours(scores: Float64Array): number {
  let product = 0;
  let square = 0;
  scores.forEach((score, at) => {
    square += score * score;
    product += score * (scores[at - 1] ?? 0);
  });
  return square > 0 ? product / square : 0;
}

function meanSquare(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum / values.length;
}

function clip(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

function medianOf(values: Float64Array): number {
  return medianOfStretch(values.toSorted(), 0, values.length);
}

/** Fewer steps between equal values than this share are chance; … */
const fewest = 0.02;
/** … with more the series is one of exact values that seldom change. */
const most = 0.6;
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Spreads values of a coarse clock or counter evenly over the grain that they were rounded to, the same way each
 * time. A median of distances jumps between multiples of the grain otherwise, and noise that it misses is taken for
 * changes.
 * @returns the values themselves where they are not coarse
 */
export function spreadTies(values: Float64Array): Float64Array {
  let equal = 0;
  for (let at = 1; at < values.length; at += 1) if (values[at] === values[at - 1]) equal += 1;
  const share = equal / (values.length - 1);
  if (!(share > fewest && share < most)) return values;
  const grain = smallestDifference(values);
  return values.map((value, at) => value + grain * (((at * goldenRatio) % 1) - 0.5));
}

function smallestDifference(values: Float64Array): number {
  const sorted = values.toSorted();
  let smallest = Infinity;
  for (let at = 1; at < sorted.length; at += 1) {
    const difference = (sorted[at] as number) - (sorted[at - 1] as number);
    // Logarithms of equal values may differ in the last digit after arithmetic in other units.
    if (difference > 1e-12 && difference < smallest) smallest = difference;
  }
  return smallest;
}
