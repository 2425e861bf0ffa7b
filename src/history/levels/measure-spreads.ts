import { median } from 'simple-statistics';
import type { MeasuredRun, MeasuredSide } from './measured-run.ts';

/** How far values lie apart, as standard deviations on the scale of the fit: 0.01 is 1% for logarithms. */
export interface Spreads {
  /** Of a repeat from the others of its side. */
  repeat: number;
  /** Of one side of a run, besides what the repeats explain. */
  side: number;
  /** Of one run from the next, on both sides alike: mostly the difference between hosts. */
  host: number;
  /**
   * What the last of them is from: commits that several runs measured, or only the difference from one tip to
   * the next, or nothing.
   */
  hostsFrom: 'commits' | 'tips' | 'assumption';
}

/** From the median distance to zero to the deviation, for a normal distribution. */
const deviationOfMedian = 1.4826;
/** Fewer differences say little. */
const fewest = 5;
/** Where runs agree to the last digit, as counts do. */
const least = 1e-5;
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
  const noise = { repeat: Math.max(least, repeat), side: Math.max(least, side) };
  const again = differencesOfHosts(runs);
  const isKnown = again.length >= fewest;
  const differences = isKnown ? again : differencesOfTips(runs);
  if (differences.length < fewest) return { ...noise, host: assumedHost, hostsFrom: 'assumption' };
  const host = Math.sqrt(Math.max(least ** 2, spreadOf(differences) ** 2 / 2 - ofSide));
  return { ...noise, host, hostsFrom: isKnown ? 'commits' : 'tips' };
}

/** The median of the sides' variances, raised by what the median of χ² lies below its mean (Wilson, Hilferty). */
function pooledRepeats(sides: readonly MeasuredSide[]): number {
  const variances = sides.flatMap(({ repeats, variance = 0 }) =>
    repeats < 2 ? [] : [variance / (1 - 2 / (9 * (repeats - 1))) ** 3],
  );
  return variances.length === 0 ? 0 : Math.sqrt(median(variances));
}

/** Of runs whose two commits have no measured one between them. */
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

/** Of one commit from one run to the next. */
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
  return deviationOfMedian * median(differences.map(Math.abs));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
