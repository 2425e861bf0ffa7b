import type { SeriesVerdict, Verdict } from '../contract/documents.ts';
import { hasAllLooks, isNotSeen } from '../contract/missed-change.ts';
import { isSuspected, isUndecidedBlocker } from './conclude.ts';

/** The effect that a person set out to show; then pairs are spent on it. */
export type Expected = 'improved';

/**
 * The tests of which more pairs may tell more, each once, in the order of the verdict: those with a series that could
 * block and is undecided or not seen. A series that one side has nothing of is left out: more of nothing decides
 * nothing.
 */
export function listUndecidedTests(verdict: Verdict): string[] {
  const open = verdict.series.filter(
    (one) => hasBothSides(one) && (isUndecidedBlocker(one) || isNotSeen(one)),
  );
  return [...new Set(open.map(({ test }) => test))];
}

/**
 * The tests that are past a limit that blocks and not decided, each once; none where something is red already. A series
 * that has the pairs of the last look is left out: more pairs cannot turn it red.
 */
export function listSuspected({ conclusion, series }: Verdict): string[] {
  if (conclusion === 'regressed') return [];
  const suspected = series.filter(
    (one) => isUndecidedBlocker(one) && isSuspected(one) && !hasAllLooks(one),
  );
  return [...new Set(suspected.map(({ test }) => test))];
}

/** The tests that may still turn out to be better, each once, in the order of the verdict. */
export function listPossibleGains(verdict: Verdict): string[] {
  const higherIsBetter = new Set(
    verdict.metrics.filter(({ direction }) => direction === 'higher').map(({ name }) => name),
  );
  const open = verdict.series.filter((one) => mayBeBetter(one, higherIsBetter));
  return [...new Set(open.map(({ test }) => test))];
}

/** Whether it is not certain yet, and its interval holds a change that is better by the limit. */
function mayBeBetter(
  { before, evidence, metric, state, threshold }: SeriesVerdict,
  higherIsBetter: ReadonlySet<string>,
): boolean {
  const { lower, upper } = evidence.interval ?? {};
  const isOpen = state === 'not-regressed' || state === 'undecided';
  if (!isOpen || threshold.action !== 'block' || lower === undefined) return false;
  const { relative = 0, absolute = 0 } = threshold;
  const limit = Math.max(relative, absolute / (before.location ?? 0));
  return (higherIsBetter.has(metric) ? (upper ?? Infinity) : -lower) >= limit;
}

/** Whether there is anything of it on both sides. */
export function hasBothSides({ after, before }: SeriesVerdict): boolean {
  return before.location !== undefined && after.location !== undefined;
}
