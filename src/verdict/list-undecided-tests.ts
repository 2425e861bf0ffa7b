import type { SeriesVerdict, Verdict } from '../contract/documents.ts';
import { isUndecidedBlocker } from './conclude.ts';

/**
 * The tests that more pairs may decide, each once, in the order of the verdict: those with an undecided
 * series whose rule blocks. A series that one side has nothing of is left out: more of nothing decides nothing.
 */
export function listUndecidedTests(verdict: Verdict): string[] {
  const tests = new Set<string>();
  for (const one of verdict.series) {
    if (isUndecidedBlocker(one) && hasBothSides(one)) tests.add(one.test);
  }
  return [...tests];
}

/** Whether there is anything of it on both sides. */
export function hasBothSides({ after, before }: SeriesVerdict): boolean {
  return before.location !== undefined && after.location !== undefined;
}
