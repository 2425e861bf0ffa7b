import { mean, median, rootMeanSquare } from 'simple-statistics';
import type { MeasuredRun, MeasuredSide } from './measured-run.ts';

/** How far values lie apart, as standard deviations on the scale of the fit: 0.01 is 1% for logarithms. */
export interface Spreads {
  /** A repeat from the others of its side. */
  repeat: number;
  /** One side of a run, besides what the repeats explain. */
  side: number;
  /** One run from the next, on both sides alike: mostly the difference between hosts. */
  host: number;
  /**
   * The source of the last: commits that several runs measured, or only the difference from one tip to the next, or
   * nothing.
   */
  hostsFrom: 'commits' | 'tips' | 'assumption';
}

/** From the median distance to zero to the deviation, for a normal distribution. */
const deviationOfMedian = 1.4826;
/** Fewer differences say little. */
const fewest = 5;
/**
 * For runs that agree to the last digit, as counts do. Also as a share of the hosts' spread, which has the unit of the
 * values.
 */
const least = 1e-5;
/** Steps of counts are fewer. */
const rare = 0.1;
const assumedHost = 0.05;

/**
 * Most commits change nothing, so the median difference is noise, whatever a few commits did.
 * @param runs in any order; the places of a run that compares neighbours differ by less than others' do
 */
export function measureSpreads(runs: readonly MeasuredRun[]): Spreads {
  const sides = runs.flatMap((run) => run.sides);
  const repeat = pooledRepeats(sides);
  const ofRepeats = ({ repeats }: MeasuredSide): number => repeat ** 2 / repeats;
  const explained = sides.length === 0 ? 0 : sum(sides.map(ofRepeats)) / sides.length;
  const apart = differencesOfNeighbours(runs);
  const ofSide = apart.length < fewest ? explained : spreadOf(apart) ** 2 / 2;
  const side = Math.sqrt(Math.max(0, ofSide - explained));
  const again = differencesOfHosts(runs);
  const isKnown = again.length >= fewest;
  const differences = isKnown ? again : differencesOfTips(runs);
  const isEnough = differences.length >= fewest;
  const host = isEnough
    ? Math.sqrt(Math.max(least ** 2, spreadOf(differences) ** 2 / 2 - ofSide))
    : assumedHost;
  const ownLeast = least * Math.max(1, host);
  return {
    ...{ repeat: Math.max(ownLeast, repeat), side: Math.max(ownLeast, side), host },
    hostsFrom: isKnown ? 'commits' : isEnough ? 'tips' : 'assumption',
  };
}

/** The median of the sides' variances, raised by what the median of χ² lies below its mean (Wilson, Hilferty). */
function pooledRepeats(sides: readonly MeasuredSide[]): number {
  const variances = sides.flatMap(({ repeats, variance = 0 }) =>
    repeats < 2 ? [] : [variance / (1 - 2 / (9 * (repeats - 1))) ** 3],
  );
  if (variances.length === 0) return 0;
  return Math.sqrt(isBursty(variances) ? mean(variances) : median(variances));
}

/** Over half are zero, and the others are too many for steps: then a median hides what values differ by. */
function isBursty(sizes: readonly number[]): boolean {
  return median([...sizes]) === 0 && sizes.filter((size) => size > 0).length > rare * sizes.length;
}

/** Compares the two commits of a run without a measured one between them. */
function differencesOfNeighbours(runs: readonly MeasuredRun[]): number[] {
  const places = [...new Set(runs.flatMap(({ sides }) => sides.map(({ place }) => place)))];
  places.sort((a, b) => a - b);
  const ranks = new Map(places.map((place, rank) => [place, rank]));
  return runs.flatMap(({ sides: [first, second] }) => {
    if (first === undefined || second === undefined) return [];
    const apart = (ranks.get(second.place) as number) - (ranks.get(first.place) as number);
    return Math.abs(apart) === 1 ? [second.mean - first.mean] : [];
  });
}

/** Compares one commit in one run with the next run. */
function differencesOfHosts(runs: readonly MeasuredRun[]): number[] {
  const sides = runs.flatMap((run) => run.sides);
  return [...Map.groupBy(sides, ({ place }) => place).values()].flatMap(stepsOf);
}

function differencesOfTips(runs: readonly MeasuredRun[]): number[] {
  const tips = runs.flatMap(({ sides }) => sides.slice(-1));
  return stepsOf(tips.toSorted((a, b) => a.place - b.place));
}

function stepsOf(sides: readonly MeasuredSide[]): number[] {
  return sides.slice(1).map(({ mean }, i) => mean - (sides[i] as MeasuredSide).mean);
}

function spreadOf(differences: readonly number[]): number {
  const sizes = differences.map(Math.abs);
  return isBursty(sizes) ? rootMeanSquare(sizes) : deviationOfMedian * median(sizes);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
