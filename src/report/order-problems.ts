import { isMachineBusy } from '../contract/busy-machine.ts';
import type { Problem } from '../contract/documents.ts';
import { isWeakTest } from '../contract/weak-test.ts';

/** Something that perigee.yml or a test asks to guard is not guarded. */
const unguarded: readonly string[] = [
  'rule-matches-nothing',
  'number-refused',
  'placeholder-test',
  'not-counted',
];

/** Causes: faults of perigee.yml, of a test or its surroundings, from which other problems follow. */
const causes: ReadonlySet<string> = new Set([
  'submodules-empty',
  'service-missing',
  'test-not-started',
  'warm-up-not-passed',
  'failed-output',
  'test-failed',
  'test-timed-out',
  'benchmarks-failed',
]);
/** Consequences of a failing test. */
const consequences: ReadonlySet<string> = new Set([
  'test-stopped',
  'test-not-measured',
  'executions-not-passed',
]);
/** Nothing depends on them. */
const remarks: ReadonlySet<string> = new Set([
  'results-detected',
  'log-cut',
  'old-runs-not-removed',
  'worktrees-not-removed',
  'problems-left-out',
]);

/** Whether a verdict is worth less than it seems, because something was never judged: every report shows that. */
export function isUnguarded({ code, platform }: Problem): boolean {
  return unguarded.includes(code) || (code === 'missing-shard' && platform !== undefined);
}

/** Whether a problem is an error of a test or its surroundings, from which others follow. */
export function isCause(problem: Problem): boolean {
  return causes.has(problem.code) || isUnguarded(problem);
}

/**
 * Causes come first, then what follows from them, then what else is missing or altered; the
 * noise of the machine and remarks come last. Those that are equal keep their order.
 */
export function orderProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => rank(a) - rank(b));
}

function rank(problem: Problem): number {
  if (isCause(problem)) return 0;
  if (consequences.has(problem.code)) return 1;
  if (isWeakTest(problem)) return 3;
  if (isMachineBusy(problem)) return 4;
  return remarks.has(problem.code) ? 5 : 2;
}
