import { sampleCorrelation } from 'simple-statistics';
import { upperTail } from './student-t.ts';

export interface Correlation {
  /** Pearson's r of the values, and Spearman's of their ranks, −1 to 1. */
  pearson: number;
  spearman: number;
  /** Two-sided; the larger of the two tests' chances, so that a single run far out shows nothing. */
  p: number;
}

/**
 * How two series of equal length move together.
 * @returns undefined for fewer than four values, and where one of the two never changes
 */
export function correlate(a: readonly number[], b: readonly number[]): Correlation | undefined {
  if (a.length < 4 || isConstant(a) || isConstant(b)) return undefined;
  const pearson = clamp(sampleCorrelation([...a], [...b]));
  const spearman = clamp(sampleCorrelation(rank(a), rank(b)));
  const p = Math.max(chanceOf(pearson, a.length), chanceOf(spearman, a.length));
  return { pearson, spearman, p };
}

/** From 0; equal values share the mean of their places. */
export function rank(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = values.map(() => 0);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    const value = values[order[from] as number];
    while (to < order.length && values[order[to] as number] === value) to += 1;
    for (let place = from; place < to; place += 1) {
      ranks[order[place] as number] = (from + to - 1) / 2;
    }
    from = to;
  }
  return ranks;
}

/** t = r √((n − 2) / (1 − r²)) with n − 2 degrees of freedom; for ranks an approximation. */
function chanceOf(r: number, n: number): number {
  if (Math.abs(r) === 1) return 0;
  return 2 * upperTail(Math.abs(r) * Math.sqrt((n - 2) / (1 - r * r)), n - 2);
}

function isConstant(values: readonly number[]): boolean {
  return values.every((one) => one === values[0]);
}

/** Rounding may lead beyond one. */
function clamp(r: number): number {
  return Math.max(-1, Math.min(1, r));
}
