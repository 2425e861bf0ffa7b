import type { Metric, SeriesVerdict } from '../contract/documents.ts';
import type { AcceptedSeries } from './accept.ts';

/** Two computations from the same numbers may differ in their last digits. */
const slack = 1e-9;

/**
 * Whether what was measured is no worse than what was accepted. Of one code every run shows a slightly
 * different change, so all up to the upper bound that was accepted is the same. From zero there is no ratio;
 * then the difference counts.
 * @param direction of the metric: which way is better
 */
export function covers(
  accepted: AcceptedSeries,
  { evidence }: Pick<SeriesVerdict, 'evidence'>,
  direction: Metric['direction'],
): boolean {
  const sign = direction === 'lower' ? 1 : -1;
  if (accepted.change !== undefined) {
    const ends = [accepted.change, accepted.upper ?? accepted.change].map((end) => sign * end);
    return isAtMost(sign, evidence.change, Math.max(...ends));
  }
  if (accepted.changeAbsolute === undefined) return false;
  return isAtMost(sign, evidence.changeAbsolute, sign * accepted.changeAbsolute);
}

function isAtMost(sign: number, measured: number | undefined, most: number): boolean {
  if (measured === undefined) return false;
  return sign * measured <= most + slack * Math.abs(most);
}
