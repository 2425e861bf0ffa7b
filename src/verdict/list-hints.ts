import { listAdded } from '../contract/baseless-tests.ts';
import type { SeriesVerdict, Verdict } from '../contract/documents.ts';

/** Not corrected for the number of series: a hint costs pairs, and no verdict. */
const hintLevel = 0.05;
/** A share of the allowed change. */
const hintShare = 0.5;

/**
 * The tests in which something points to a regression that would block and is not certain yet, each once; the strongest
 * hint first, and tests that the change adds last. Nowhere are more pairs worth as much.
 */
export function listHints({ metrics, series, tests }: Verdict): string[] {
  const added = listAdded(tests);
  const higherIsBetter = new Set(
    metrics.filter(({ direction }) => direction === 'higher').map(({ name }) => name),
  );
  const strongest = new Map<string, number>();
  for (const one of series) {
    const { p = 1 } = one.evidence;
    if (!isHint(one, higherIsBetter.has(one.metric) ? -1 : 1)) continue;
    strongest.set(one.test, Math.min(p, strongest.get(one.test) ?? 1));
  }
  const rankOf = (test: string): number => (added.has(test) ? 1 : 0);
  return [...strongest]
    .sort(([a, p], [b, q]) => rankOf(a) - rankOf(b) || p - q)
    .map(([test]) => test);
}

function isHint({ evidence, state, threshold }: SeriesVerdict, worse: 1 | -1): boolean {
  if (threshold.action !== 'block' || state === 'regressed') return false;
  const { change = Infinity * worse, changeAbsolute = 0, p = 1 } = evidence;
  const { absolute = 0, relative = 0 } = threshold;
  return (
    p <= hintLevel &&
    worse * change >= hintShare * relative &&
    worse * changeAbsolute >= hintShare * absolute
  );
}
