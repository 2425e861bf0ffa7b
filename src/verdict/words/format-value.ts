import type { Metric } from '../../contract/documents.ts';

const durations = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
] as const;
const sizes = [
  [1e9, 'GB'],
  [1e6, 'MB'],
  [1e3, 'kB'],
  [1, 'B'],
] as const;

/** A value with its unit, to three figures: 1.23 ms, 4.5 MB, 17. */
export function formatValue(value: number, unit: Metric['unit']): string {
  if (unit === 'count') return Number.isInteger(value) ? String(value) : round(value);
  const steps = unit === 'ns' ? durations : sizes;
  const [size, name] = steps.find(([step]) => Math.abs(value) >= step) ?? [1, steps[3][1]];
  return `${round(value / size)} ${name}`;
}

/** A ratio minus one as a percentage without its sign: 0.123 is 12.3%. */
export function formatShare(change: number): string {
  return `${round(Math.abs(change) * 100)}%`;
}

/** "12.3% more", "5% less"; from ten times up "12 times as much". */
export function formatChange(change: number): string {
  if (change >= 9) return `${round(change + 1)} times as much`;
  return `${formatShare(change)} ${change < 0 ? 'less' : 'more'}`;
}

function round(value: number): string {
  const size = Math.abs(value);
  return String(Number(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)));
}
