/** Readable on a light and on a dark page, where a chart cannot follow it. */
export const chartColours = {
  before: '#3b82f6',
  after: '#f97316',
  allowed: '#8b949e',
  level: '#3b82f6',
  mean: '#f97316',
  interval: '#8b949e',
} as const;
