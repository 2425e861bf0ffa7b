import { compareWithin } from './compare-within.ts';
import { type Elimination, planElimination } from './eliminate.ts';
import { type Factor, factorize } from './factorize.ts';
import type { MeasuredRun } from './measured-run.ts';
import { measureSpreads, type Spreads } from './measure-spreads.ts';

/** The level of a commit, on the scale of the values. */
export interface CommitLevel {
  place: number;
  level: number;
  /** Standard error. */
  error: number;
}

export interface FittedLevels {
  /** In the order of commits. */
  levels: readonly CommitLevel[];
  /** How far each run lay off because of its host, in the order of the runs. */
  offsets: Float64Array;
  spreads: Spreads;
  /**
   * By how much the mean level of some commits differs from that of others, with its standard error. Errors of
   * neighbouring commits go together, so this is less than their own errors would make it.
   */
  compare(this: void, from: readonly number[], to: readonly number[]): Estimate;
  /** The same within runs that measured both sides, as their median; undefined where none did. */
  compareWithin(this: void, upTo: number, from: number): number | undefined;
  /** The mean level of some commits. */
  average(this: void, places: readonly number[]): Estimate;
}

export interface Estimate {
  value: number;
  /** Standard error. */
  error: number;
}

export interface FitOptions {
  spreads?: Spreads;
  /** Runs whose host is known to have been off, by their index: it says nothing of levels. */
  suspects?: ReadonlySet<number>;
  /** Only the first round, in which hosts may differ as they like: offsets are more exact than levels. */
  doubtsHosts?: boolean;
}

/** The first limit of outliers: a difference between neighbours of so many deviations. */
const doubtful = 4;
/** The first weight of hosts. */
const hostsAtFirst = 0.04;
/** A run or a side farther off than so many deviations weighs less: the farther, the less. */
const usualOff = 2.5;
const leastWeight = 1e-4;
const mostRounds = 6;
const settledWithin = 0.02;

/**
 * Levels of commits that do not depend on hosts: value = level(commit) + offset(run) + error, by weighted least
 * squares, as surveyors adjust a network of levels. Offsets are drawn around zero with the spread of the hosts;
 * levels may be anything. An outlying run, or side of a run, loses its weight step by step.
 * @param runs at least one, in any order
 */
export function fitLevels(runs: readonly MeasuredRun[], options: FitOptions = {}): FittedLevels {
  const { spreads = measureSpreads(runs), suspects = new Set() } = options;
  const network = planNetwork(runs);
  const { places, nodes } = network;
  const rows = listRows(runs, network, spreads, suspects);
  doubt(rows);
  let fit = solveOnce(rows, network);
  const rounds = options.doubtsHosts === true ? 0 : mostRounds;
  for (let round = 0; round < rounds && weighAgain(rows, fit, spreads); round += 1) {
    fit = solveOnce(rows, network);
  }
  const { factor, levels, offsets } = fit;
  const variances = factor.invertDiagonal();
  const placed = rows.map((row) => ({
    ...row,
    places: row.nodes.map((node) => places[node] as number),
  }));
  return {
    levels: places.map((place, node) => ({
      place,
      level: levels[node] as number,
      error: Math.sqrt(variances[node] as number),
    })),
    offsets,
    spreads,
    compareWithin: (upTo, from) => compareWithin(placed, upTo, from),
    average: (some) => combine([[some, 1]]),
    compare: (from, to) =>
      combine([
        [to, 1],
        [from, -1],
      ]),
  };

  /** The exact error of a sum of mean levels, with everything that goes together in them. */
  function combine(parts: readonly (readonly [readonly number[], number])[]): Estimate {
    const contrast = new Float64Array(places.length);
    for (const [some, sign] of parts) {
      for (const place of some) {
        const node = nodes.get(place);
        if (node === undefined) throw new Error(`no run measured the commit at ${place}`);
        contrast[node] = (contrast[node] as number) + sign / some.length;
      }
    }
    const error = Math.sqrt(dot(contrast, factor.solve(contrast)));
    return { value: dot(contrast, levels), error };
  }
}

/** The equations of one run: which unknowns, which values, and how much each weighs. */
interface Row {
  nodes: number[];
  values: number[];
  /** One over the variance, without the weight for being off. */
  precisions: number[];
  weights: number[];
  hostPrecision: number;
  hostWeight: number;
  /** Entries of the matrix, for each two of its unknowns. */
  entries: number[];
}

function listRows(
  runs: readonly MeasuredRun[],
  { nodes: known, plan }: RunNetwork,
  { repeat, side, host }: Spreads,
  suspects: ReadonlySet<number>,
): Row[] {
  return runs.map(({ sides }, run) => {
    const nodes = sides.map(({ place }) => known.get(place) as number);
    return {
      nodes,
      values: sides.map(({ mean }) => mean),
      precisions: sides.map(({ repeats }) => 1 / (side ** 2 + repeat ** 2 / repeats)),
      weights: sides.map(() => 1),
      hostPrecision: (suspects.has(run) ? leastWeight : 1) / host ** 2,
      hostWeight: 1,
      entries: nodes.flatMap((a, i) =>
        nodes.slice(i + 1).map((b) => (a === b ? -1 : plan.entryOf(a, b))),
      ),
    };
  });
}

/**
 * Least squares spread an outlier over all runs near it, where no single one looks far off. So the first round
 * believes neither a large difference within a run, nor that hosts are alike. What is real comes back: a step, since
 * the runs around it show it too, and hosts, since most of them lie close together.
 */
function doubt(rows: readonly Row[]): void {
  for (const row of rows) {
    row.hostWeight = hostsAtFirst;
    const [first, second] = row.values;
    if (first === undefined || second === undefined) continue;
    const variance = row.precisions.reduce((sum, one) => sum + 1 / one, 0);
    if (Math.abs(second - first) > doubtful * Math.sqrt(variance))
      row.weights = row.weights.map(() => leastWeight);
  }
}

interface Solved {
  factor: Factor;
  levels: Float64Array;
  offsets: Float64Array;
}

/** The offset of each run is eliminated first, which leaves an equation between the levels of its commits. */
function solveOnce(rows: readonly Row[], { places, plan }: RunNetwork): Solved {
  const diagonal = new Float64Array(places.length);
  const entries = new Float64Array(plan.rows.length);
  const right = new Float64Array(places.length);
  const add = (values: Float64Array, at: number, amount: number): void => {
    values[at] = (values[at] as number) + amount;
  };
  for (const row of rows) {
    const weights = row.precisions.map((one, i) => one * (row.weights[i] as number));
    const total = sumOf(weights) + row.hostPrecision * row.hostWeight;
    const product = dot(weights, row.values);
    let pair = 0;
    row.nodes.forEach((node, i) => {
      const weight = weights[i] as number;
      add(diagonal, node, weight - weight ** 2 / total);
      add(right, node, weight * (row.values[i] as number) - (weight * product) / total);
      for (let j = i + 1; j < row.nodes.length; j += 1, pair += 1) {
        const shared = (-weight * (weights[j] as number)) / total;
        const entry = row.entries[pair] as number;
        if (entry < 0) add(diagonal, node, 2 * shared);
        else add(entries, entry, shared);
      }
    });
  }
  const factor = factorize(plan, { diagonal, entries });
  const levels = factor.solve(right);
  const offsets = Float64Array.from(rows, (row) => {
    const weights = row.precisions.map((one, i) => one * (row.weights[i] as number));
    const total = sumOf(weights) + row.hostPrecision * row.hostWeight;
    const left = row.values.map((value, i) => value - (levels[row.nodes[i] as number] as number));
    return dot(weights, left) / total;
  });
  return { factor, levels, offsets };
}

/** @returns whether a weight changed so much that another round pays */
function weighAgain(rows: readonly Row[], { levels, offsets }: Solved, { host }: Spreads): boolean {
  let isChanged = false;
  const weigh = (before: number, off: number): number => {
    const weight = Math.max(leastWeight, Math.min(1, (usualOff / Math.abs(off)) ** 4));
    if (Math.abs(weight - before) > settledWithin) isChanged = true;
    return weight;
  };
  rows.forEach((row, at) => {
    const offset = offsets[at] as number;
    row.hostWeight = weigh(row.hostWeight, offset / host);
    row.weights = row.nodes.map((node, i) => {
      const left = (row.values[i] as number) - (levels[node] as number) - offset;
      return weigh(row.weights[i] as number, left * Math.sqrt(row.precisions[i] as number));
    });
  });
  return isChanged;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Which commits the runs of a series measured. Series with the same runs may share it. */
interface RunNetwork {
  places: readonly number[];
  nodes: ReadonlyMap<number, number>;
  plan: Elimination;
}

function planNetwork(runs: readonly MeasuredRun[]): RunNetwork {
  const places = [...new Set(runs.flatMap(({ sides }) => sides.map(({ place }) => place)))];
  places.sort((a, b) => a - b);
  const nodes = new Map(places.map((place, node) => [place, node]));
  const links = runs.flatMap(({ sides }) => {
    const own = sides.map(({ place }) => nodes.get(place) as number);
    return own.flatMap((a, i) => own.slice(i + 1).map((b) => [a, b] as const));
  });
  return { places, nodes, plan: planElimination(places.length, links) };
}
