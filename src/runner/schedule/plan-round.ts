import { countBuilds } from '../../contract/builds.ts';
import type { Plan } from '../../contract/documents.ts';
import type { SuiteTest } from '../../contract/suite.ts';

/** The findings of a look at the verdict, as names of tests. */
export interface Look {
  /** Something points to a regression in them; the strongest first. */
  hinted: readonly string[];
  /** More pairs may decide them. */
  open: readonly string[];
  /** Past their limit and not decided, while nothing is red: without more pairs the run gives no answer. */
  suspected?: readonly string[];
  isEnough?: EnoughToEnd;
}

/** Why a run ends at a look: at its first regression, or red and nothing else open. */
export type EnoughToEnd = (typeof enoughToEnd)[number];
export const enoughToEnd = ['first-regression', 'all-decided'] as const;

/** The pairs that one test gets before the next look at the verdict. */
export interface TestRound {
  test: SuiteTest;
  /** Its first pair, from 0. */
  from: number;
  /** One past its last pair. */
  to: number;
}

type Limits = Pick<Plan, 'repeats' | 'maxRepeats' | 'timeNs' | 'builds'>;

const pairsPerLook = 5;
/** With fewer a hint is neither confirmed nor dismissed. */
const pairsOfHint = 10;

/**
 * The first `repeats` pairs of every test, then five at a time up to `maxRepeats`. Where time limits the pairs,
 * tests with a hint go first, alone, and then the tests with the fewest pairs. Where it does not, each test that
 * needs more goes on from where it is.
 * @param tests those that may have more pairs
 * @param planned pairs that each test has, by name; absent for none
 */
export function planRound(
  tests: readonly SuiteTest[],
  planned: ReadonlyMap<string, number>,
  { hinted, open }: Look,
  plan: Limits,
): TestRound[] {
  const builds = countBuilds(plan);
  const round = (chosen: readonly SuiteTest[], end: (from: number) => number): TestRound[] =>
    chosen.flatMap((test) => {
      const from = planned.get(test.name) ?? 0;
      const to = from === 0 ? plan.repeats : Math.ceil(end(from) / builds) * builds;
      return Math.min(to, plan.maxRepeats) > from
        ? [{ test, from, to: Math.min(to, plan.maxRepeats) }]
        : [];
    });
  const further = (from: number): number => from + pairsPerLook;

  if (planned.size === 0) return round(tests, further);
  if (plan.timeNs === undefined) {
    const wanted = new Set([...hinted, ...open]);
    return round(
      tests.filter(({ name }) => wanted.has(name)),
      further,
    );
  }
  const first = round(
    hinted.flatMap((name) => tests.find((test) => test.name === name) ?? []),
    (from) => (from < pairsOfHint ? Math.min(further(from), pairsOfHint) : further(from)),
  );
  if (first.length > 0) return first;
  const fewest = Math.min(...tests.map(({ name }) => planned.get(name) ?? 0));
  return round(tests, () => further(fewest));
}

/** A run without an answer may take so many times the time. */
export const timesAtMost = 2;

/** How many pairs of a test may begin. */
export function countPairsAtMost(
  name: string,
  { hinted, suspected = [] }: Omit<Look, 'open'>,
  plan: Limits,
  time: { leftMs(this: void, times?: number): number },
): number {
  if (time.leftMs() > 0) return plan.maxRepeats;
  if (suspected.includes(name) && time.leftMs(timesAtMost) > 0) return plan.maxRepeats;
  return countPairsAnyway(name, hinted, plan);
}

/** How many pairs a test gets, however little time there is. */
export function countPairsAnyway(name: string, hinted: readonly string[], plan: Limits): number {
  const least = hinted.includes(name) ? Math.max(plan.repeats, pairsOfHint) : plan.repeats;
  return Math.min(least, plan.maxRepeats);
}
