import type { Metric } from './documents.ts';

/** Formats of `results` that differ by nothing but which way is better. */
export const directedFormats: ReadonlyMap<string, Metric['direction']> = new Map([
  ['customSmallerIsBetter', 'lower'],
  ['customBiggerIsBetter', 'higher'],
]);
