import type { Spread } from '../contract/documents.ts';
import { spreadShares } from '../contract/numbers.ts';
import { quantile, sortWeighted } from '../stats/weighted-values.ts';

/** The rounds that a tool ran for one number; of fewer than two, what it says of them besides. */
export function spreadOf(
  values: readonly number[],
  count?: number,
  deviation?: number,
): { spread?: Spread } {
  if (values.length < 2) return spreadFrom(count, deviation);
  const sorted = sortWeighted(values);
  const quantiles = spreadShares.map((share) => quantile(sorted, share));
  return { spread: { count: values.length, quantiles } };
}

/** The spread that a tool reports if it does not list its rounds. */
export function spreadFrom(count?: number, deviation?: number): { spread?: Spread } {
  if (count === undefined || !Number.isSafeInteger(count) || count < 2) return {};
  return { spread: { count, deviation } };
}
