import type { Metric, ThresholdUsed } from '../../contract/documents.ts';
import { formatQuantity, shownUnit } from '../../contract/units.ts';
import { type Allowed, ofBetter } from '../thresholds/resolve-threshold.ts';
import { formatShareOf } from './format-change.ts';

/**
 * The allowed change: "5%" or "2 ms". If a rule has both, both must be passed, so the one that is harder to pass is
 * named.
 * @param base the value before, in the metric's unit
 */
export function describeAllowed(
  { relative, absolute }: Allowed,
  metric: Metric,
  base: number,
): string {
  if (relative !== undefined && (absolute === undefined || relative * base >= absolute)) {
    return formatShareOf(relative);
  }
  return formatQuantity(absolute ?? 0, shownUnit(metric));
}

/** The limit that an improvement has to pass. */
export function describeBetter(threshold: ThresholdUsed, metric: Metric, base: number): string {
  return describeAllowed(ofBetter(threshold), metric, base);
}
