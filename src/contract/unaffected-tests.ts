import type { TestOutcome } from './documents.ts';

/** Whether a test was left out because it reads the same on both sides; one that ran all the same was not. */
export function isUnaffected({ inputs, before, after }: TestOutcome): boolean {
  if (inputs?.state !== 'same') return false;
  return [before, after].every((tally) => Object.values(tally).every((count) => count === 0));
}
