import type { Estimate } from './levels/fit-levels.ts';

export const errorsOf95 = 1.96;

/** In the unit of the series, with a 95% interval. */
export interface LevelWithInterval {
  value: number;
  low: number;
  high: number;
}

/** The levels of a series, by its values. */
export interface LevelScale {
  isLogarithm: boolean;
  /** Every value: what a host adds or takes may put a level below all of them. */
  isNeverNegative: boolean;
}

export function describeLevel(
  { value, error }: Estimate,
  { isLogarithm, isNeverNegative }: LevelScale,
): LevelWithInterval {
  const least = isNeverNegative ? 0 : -Infinity;
  const unscale = isLogarithm ? Math.exp : (level: number): number => Math.max(least, level);
  const away = errorsOf95 * error;
  return { value: unscale(value), low: unscale(value - away), high: unscale(value + away) };
}

/** From zero there are no shares of what was before: they are of what came after. */
export function shareOf(
  size: number,
  before: Pick<LevelWithInterval, 'value'>,
  after: Pick<LevelWithInterval, 'value'>,
): number {
  return size / (Math.abs(before.value === 0 ? after.value : before.value) || 1);
}
