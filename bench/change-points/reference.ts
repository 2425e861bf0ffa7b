import { median } from '../../src/stats/median.ts';

/**
 * The literal formulas of a detector by penalised least squares: spikes aside, noise from first differences,
 * autocorrelation in the penalty, an exact partition, and a merge of what is not clear. Slow and plain, to be
 * compared with.
 */
export interface ReferenceSettings {
  penalty: number;
  smallest: number;
  criticalT: number;
}

export const recorded: ReferenceSettings = { penalty: 4, smallest: 0.02, criticalT: 4.5 };
export const synthetic: ReferenceSettings = { penalty: 3, smallest: 0.02, criticalT: 4 };

const shortest = 4;

export function detectByReference(
  values: readonly number[],
  settings: ReferenceSettings,
): number[] {
  const isPositive = values.every((one) => one > 0);
  const logs = isPositive ? values.map(Math.log) : [...values];
  const y = setSpikesAside(logs, deviationOfSteps(logs));
  const deviation = deviationOfSteps(y);
  const level = y.map((_, at) => median(y.slice(Math.max(0, at - 7), at + 8)));
  const residuals = y.map((one, at) => clip(one - (level[at] as number), 3 * deviation));
  const square = sum(residuals.map((one) => one * one));
  const lagged = sum(residuals.slice(1).map((one, at) => one * (residuals[at] as number)));
  const rho = Math.min(0.7, Math.max(0, (square > 0 ? lagged / square : 0) + 0.15));
  const inflation = rho > 0.05 ? (1 + rho) / (1 - rho) : 1;
  const variance = Math.max(deviation ** 2, (0.9 * square) / y.length);
  const starts = partition(y, settings.penalty * variance * inflation * Math.log(y.length));
  return merge(y, starts, { settings, inflation, variance, isPositive });
}

function setSpikesAside(y: readonly number[], deviation: number): number[] {
  if (y.length < 7) return [...y];
  const mirrored = (at: number): number => {
    const inside = at < 0 ? -at : at >= y.length ? 2 * (y.length - 1) - at : at;
    return y[inside] as number;
  };
  const running = y.map((_, at) => median([-3, -2, -1, 0, 1, 2, 3].map((by) => mirrored(at + by))));
  const isBad = y.map((one, at) => Math.abs(one - (running[at] as number)) > 4 * deviation);
  const mended = [...y];
  for (let at = 0; at < y.length; at += 1) {
    if (isBad[at] !== true) continue;
    let end = at;
    while (isBad[end] === true) end += 1;
    if (at > 0 && end - at <= 2) for (let i = at; i < end; i += 1) mended[i] = running[i] as number;
    at = end;
  }
  return mended;
}

/** Every start but the first, by exact dynamic programming. */
function partition(y: readonly number[], beta: number): number[] {
  const n = y.length;
  const sums = [0];
  const squares = [0];
  y.forEach((one, at) => {
    sums.push((sums[at] as number) + one);
    squares.push((squares[at] as number) + one * one);
  });
  const cost = (from: number, to: number): number => {
    const total = (sums[to] as number) - (sums[from] as number);
    return (squares[to] as number) - (squares[from] as number) - total ** 2 / (to - from);
  };
  const best = [-beta, ...Array<number>(n).fill(Infinity)];
  const last = Array<number>(n + 1).fill(0);
  for (let to = shortest; to <= n; to += 1) {
    for (let from = 0; from <= to - shortest; from += 1) {
      const total = (best[from] as number) + cost(from, to) + beta;
      if (total < (best[to] as number)) [best[to], last[to]] = [total, from];
    }
  }
  const starts: number[] = [];
  for (let at = last[n] as number; at > 0; at = last[at] as number) starts.unshift(at);
  return starts;
}

interface MergeBy {
  settings: ReferenceSettings;
  inflation: number;
  variance: number;
  isPositive: boolean;
}

function merge(y: readonly number[], starts: readonly number[], by: MergeBy): number[] {
  const kept = [...starts];
  for (;;) {
    const bounds = [0, ...kept, y.length];
    const scores = kept.map((_, i) =>
      scoreOf(y.slice(bounds[i], bounds[i + 1]), y.slice(bounds[i + 1], bounds[i + 2]), by),
    );
    const lowest = Math.min(...scores);
    if (!(lowest < 1)) return kept;
    kept.splice(scores.indexOf(lowest), 1);
  }
}

function scoreOf(before: readonly number[], after: readonly number[], by: MergeBy): number {
  const [a, b] = [meanOf(before), meanOf(after)];
  const of = (side: readonly number[], mean: number): number =>
    Math.max(sum(side.map((one) => (one - mean) ** 2)) / (side.length - 1), 0.5 * by.variance) /
    side.length;
  const t = Math.abs(b - a) / Math.sqrt(by.inflation * (of(before, a) + of(after, b)));
  const size = by.isPositive ? Math.abs(Math.exp(b - a) - 1) : Math.abs(b - a) / Math.abs(a);
  return Math.min(t / by.settings.criticalT, size / by.settings.smallest);
}

function deviationOfSteps(y: readonly number[]): number {
  const steps = y.slice(1).map((one, at) => one - (y[at] as number));
  const middle = median(steps);
  const robust = (1.4826 * median(steps.map((one) => Math.abs(one - middle)))) / Math.SQRT2;
  if (robust > 1e-12) return robust;
  const mean = meanOf(steps);
  const plain = Math.sqrt(sum(steps.map((one) => (one - mean) ** 2)) / (steps.length - 1));
  return Math.max(plain / Math.SQRT2, 1e-9);
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const meanOf = (values: readonly number[]): number => sum(values) / values.length;
const clip = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));
