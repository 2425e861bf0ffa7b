import type { Metric, ThresholdUsed } from '../../contract/documents.ts';
import { formatShare, formatValue } from './format-value.ts';

/** "5%", "2 ms" or "5% and 2 ms". */
export function describeAllowed(threshold: ThresholdUsed, metric: Metric): string {
  const parts: string[] = [];
  if (threshold.relative !== undefined) parts.push(formatShare(threshold.relative));
  if (threshold.absolute !== undefined) parts.push(formatValue(threshold.absolute, metric.unit));
  return parts.join(' and ');
}
