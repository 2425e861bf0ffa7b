import type { SuiteTest } from '../../contract/suite.ts';

/** The pairs that one test gets before the next look at the verdict. */
export interface TestRound {
  test: SuiteTest;
  /** Its first pair, from 0. */
  from: number;
  /** One past its last pair. */
  to: number;
}

const pairsPerLook = 5;

/**
 * The first `repeats` pairs of a test, then five at a time up to `maxRepeats`. Each test goes on from where
 * it is: one that was decided and is open again, because its neighbours turned out noisier, gets its next
 * pairs too.
 * @param planned pairs that each test has, by name; absent for none
 */
export function planRound(
  tests: readonly SuiteTest[],
  planned: ReadonlyMap<string, number>,
  { repeats, maxRepeats }: { repeats: number; maxRepeats: number },
): TestRound[] {
  return tests.flatMap((test) => {
    const from = planned.get(test.name) ?? 0;
    const to = Math.min(from === 0 ? repeats : from + pairsPerLook, maxRepeats);
    return to > from ? [{ test, from, to }] : [];
  });
}
