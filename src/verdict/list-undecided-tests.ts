import type { Verdict } from '../contract/documents.ts';
import { isUndecidedBlocker } from './conclude.ts';

/**
 * The tests that more pairs may decide, each once, in the order of the verdict: those with an undecided
 * series whose rule blocks. A series that vanished from one side is left out: more of nothing decides nothing.
 */
export function listUndecidedTests(verdict: Verdict): string[] {
  const tests = new Set<string>();
  for (const one of verdict.series) {
    if (isUndecidedBlocker(one) && one.after.location !== undefined) tests.add(one.test);
  }
  return [...tests];
}
