import type { Metric, SeriesVerdict } from '../../contract/documents.ts';
import { formatQuantity, type ShownUnit } from '../../contract/units.ts';

/** The range of the vertical axis of a chart, in the metric's unit. */
export interface ValueRange {
  low: number;
  high: number;
}

/**
 * Covers everything that counts, with some room. Rejected repeats are covered as long as they are
 * not farther out than the rest is wide: one run ten times as slow would flatten all others.
 */
export function findRange(series: SeriesVerdict, direction: Metric['direction']): ValueRange {
  const kept: number[] = [];
  const rejected: number[] = [];
  for (const { values, rejected: places, location } of [series.before, series.after]) {
    const out = new Set(places);
    for (const [repeat, value] of values.entries()) {
      if (value !== null) (out.has(repeat) ? rejected : kept).push(value);
    }
    if (location !== undefined) kept.push(location);
  }
  const threshold = findThreshold(series, direction);
  if (threshold !== undefined) kept.push(threshold);
  const bounds = findBounds(series);
  if (bounds !== undefined) kept.push(bounds.low, bounds.high);
  const covered = kept.length > 0 ? kept : rejected;
  if (covered.length === 0) return { low: 0, high: 1 };

  const [low, high] = [smallest(covered), largest(covered)];
  const width = high - low || high * 0.02 || 1;
  const near = rejected.filter((value) => value >= low - width && value <= high + width);
  const room = width * 0.12;
  return {
    low: Math.max(0, smallest([low, ...near]) - room),
    high: largest([high, ...near]) + room,
  };
}

/** The level after, in the metric's unit, from which on it is too much worse; both limits must be passed. */
export function findThreshold(
  { before, threshold }: SeriesVerdict,
  direction: Metric['direction'],
): number | undefined {
  const { relative = 0, absolute = 0 } = threshold;
  if (before.location === undefined || relative + absolute === 0) return undefined;
  const worse = Math.max(before.location * relative, absolute);
  return direction === 'lower' ? before.location + worse : Math.max(0, before.location - worse);
}

/** The range in which the level after may lie: the interval of the change, laid on the level before. */
export function findBounds({ before, evidence }: SeriesVerdict): ValueRange | undefined {
  const { lower, upper } = evidence.interval ?? {};
  if (before.location === undefined || lower === undefined || upper === undefined) return undefined;
  return { low: before.location * (1 + lower), high: before.location * (1 + upper) };
}

/** Labels with as many digits as it takes to tell the ticks of this range apart. */
export function chooseFormat({ low, high }: ValueRange, unit: ShownUnit) {
  const share = (high - low) / high;
  const digits = share > 0.05 ? 3 : share > 0.005 ? 4 : 6;
  return (value: number): string => formatQuantity(value, unit, digits);
}

function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value));
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value));
}
