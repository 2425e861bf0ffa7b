import type { SideOfBuild } from './answers.ts';

export interface ComparedSides {
  /** The compared values, in the unit of the series. */
  before: number;
  after: number;
  /** As a share of before; absent where before is zero. */
  change?: number;
}

type Repeats = Pick<SideOfBuild, 'repeats' | 'outliers'>;

/**
 * The means of the repeats that count, as a verdict takes them: of their logarithms where all are positive. Medians
 * of all repeats would not fit the change that stands beside them.
 * @returns undefined where a side has no repeat that counts
 */
export function compareSides(before: Repeats, after: Repeats): ComparedSides | undefined {
  const sides = [before, after].map(keepCounting);
  if (sides.some((values) => values.length === 0)) return undefined;
  const isLogarithm = sides.flat().every((value) => value > 0);
  const [from = 0, to = 0] = sides.map((values) =>
    isLogarithm ? Math.exp(mean(values.map(Math.log))) : mean(values),
  );
  return { before: from, after: to, ...(from > 0 ? { change: to / from - 1 } : {}) };
}

function keepCounting({ outliers, repeats }: Repeats): number[] {
  const out = new Set(outliers);
  return repeats.filter((_, i) => !out.has(i));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
