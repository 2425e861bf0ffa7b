import { type Elimination, planElimination } from './eliminate.ts';
import { type Factor, factorize } from './factorize.ts';
import type { MeasuredRun } from './measured-run.ts';
import { measureSpreads, type Spreads } from './measure-spreads.ts';

/** What a commit is worth, on the scale of the values. */
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
  compare(from: readonly number[], to: readonly number[]): { difference: number; error: number };
}

/** Which commits the runs of a series measured. Series with the same runs may share it. */
export interface RunNetwork {
  places: readonly number[];
  nodes: ReadonlyMap<number, number>;
  plan: Elimination;
}

export interface FitOptions {
  network?: RunNetwork;
  spreads?: Spreads;
  /** What is known of a commit's level from runs that are not among these. */
  known?: readonly CommitLevel[];
}

/** A run or a side farther off than so many deviations weighs less: the farther, the less. */
const usualOff = 2.5;
const leastWeight = 1e-4;
const mostRounds = 6;
const settledWithin = 0.02;

export function planNetwork(runs: readonly MeasuredRun[]): RunNetwork {
  const places = [...new Set(runs.flatMap(({ sides }) => sides.map(({ place }) => place)))];
  places.sort((a, b) => a - b);
  const nodes = new Map(places.map((place, node) => [place, node]));
  const links = runs.flatMap(({ sides }) => {
    const own = sides.map(({ place }) => nodes.get(place) as number);
    return own.flatMap((a, i) => own.slice(i + 1).map((b) => [a, b] as const));
  });
  return { places, nodes, plan: planElimination(places.length, links) };
}

/**
 * Levels of commits that do not depend on hosts: value = level(commit) + offset(run) + error, by weighted least
 * squares, as surveyors adjust a network of levels. Offsets are drawn around zero with the spread of the hosts;
 * levels may be anything. An outlying run, or side of a run, loses its weight step by step.
 * @param runs at least one, in any order
 */
export function fitLevels(runs: readonly MeasuredRun[], options: FitOptions = {}): FittedLevels {
  const { network = planNetwork(runs), spreads = measureSpreads(runs), known = [] } = options;
  const { places, nodes } = network;
  const rows = listRows(runs, network, spreads);
  let fit = solveOnce(rows, network, known);
  for (let round = 1; round < mostRounds && weighAgain(rows, fit, spreads); round += 1) {
    fit = solveOnce(rows, network, known);
  }
  const { factor, levels, offsets } = fit;
  const variances = factor.invertDiagonal();
  return {
    levels: places.map((place, node) => ({
      place,
      level: levels[node] as number,
      error: Math.sqrt(variances[node] as number),
    })),
    offsets,
    spreads,
    compare(from, to) {
      const contrast = new Float64Array(places.length);
      const enter = (some: readonly number[], sign: number): void => {
        for (const place of some) {
          const node = nodes.get(place);
          if (node === undefined) throw new Error(`no run measured the commit at ${place}`);
          contrast[node] = (contrast[node] as number) + sign / some.length;
        }
      };
      enter(to, 1);
      enter(from, -1);
      const error = Math.sqrt(dot(contrast, factor.solve(contrast)));
      return { difference: dot(contrast, levels), error };
    },
  };
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
): Row[] {
  return runs.map(({ sides }) => {
    const nodes = sides.map(({ place }) => known.get(place) as number);
    return {
      nodes,
      values: sides.map(({ mean }) => mean),
      precisions: sides.map(({ repeats }) => 1 / (side ** 2 + repeat ** 2 / repeats)),
      weights: sides.map(() => 1),
      hostPrecision: 1 / host ** 2,
      hostWeight: 1,
      entries: nodes.flatMap((a, i) =>
        nodes.slice(i + 1).map((b) => (a === b ? -1 : plan.entryOf(a, b))),
      ),
    };
  });
}

interface Solved {
  factor: Factor;
  levels: Float64Array;
  offsets: Float64Array;
}

/** The offset of each run is eliminated first, which leaves an equation between the levels of its commits. */
function solveOnce(
  rows: readonly Row[],
  { places, nodes, plan }: RunNetwork,
  known: readonly CommitLevel[],
): Solved {
  const diagonal = new Float64Array(places.length);
  const entries = new Float64Array(plan.rows.length);
  const right = new Float64Array(places.length);
  const add = (values: Float64Array, at: number, amount: number): void => {
    values[at] = (values[at] as number) + amount;
  };
  for (const { place, level, error } of known) {
    const node = nodes.get(place);
    if (node === undefined) continue;
    add(diagonal, node, 1 / error ** 2);
    add(right, node, level / error ** 2);
  }
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
