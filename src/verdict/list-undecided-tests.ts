import type { SeriesVerdict, Verdict } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { isUndecidedBlocker } from './conclude.ts';

/** What a person set out to show; then pairs are spent on it. */
export type Expected = 'improved';

/**
 * The tests that more pairs may decide, each once, in the order of the verdict: those with an undecided
 * series whose rule blocks, and those that may be shown to be better. A series that one side has nothing of is
 * left out: more of nothing decides nothing.
 * @param expected every test that may still be better gets its pairs; without it only cheap ones that look better do
 */
export function listUndecidedTests(verdict: Verdict, expected?: Expected): string[] {
  const higherIsBetter = new Set(
    verdict.metrics.filter(({ direction }) => direction === 'higher').map(({ name }) => name),
  );
  const cheap = expected === undefined ? listCheapTests(verdict) : undefined;
  const tests = new Set<string>();
  for (const one of verdict.series) {
    if (!hasBothSides(one)) continue;
    const gain = higherIsBetter.has(one.metric) ? 1 : -1;
    const isOpen =
      isUndecidedBlocker(one) ||
      (cheap === undefined
        ? mayBeBetter(one, gain)
        : cheap.has(one.test) && looksBetter(one, gain));
    if (isOpen) tests.add(one.test);
  }
  return [...tests];
}

/** Five more pairs of a test take at most this long where it counts as cheap. */
const cheapNs = 10e9;
const pairsPerLook = 5;

function listCheapTests({ series }: Verdict): Set<string> {
  const whole = series.filter(({ metric, span }) => {
    return metric === 'latency' && span === wholeTestSpan;
  });
  const isCheap = ({ before, after }: SeriesVerdict): boolean =>
    pairsPerLook * ((before.location ?? Infinity) + (after.location ?? Infinity)) <= cheapNs;
  return new Set(whole.filter(isCheap).map(({ test }) => test));
}

/** Whether the estimate is better by the limit, and chance is not ruled out yet. */
function looksBetter(one: SeriesVerdict, gain: 1 | -1): boolean {
  return isOpenToGain(one) && gain * (one.evidence.change ?? 0) >= limitOf(one);
}

/** Whether the interval holds a change that is better by the limit. */
function mayBeBetter(one: SeriesVerdict, gain: 1 | -1): boolean {
  const { lower = 0, upper = 0 } = one.evidence.interval ?? {};
  return isOpenToGain(one) && Math.max(gain * lower, gain * upper) >= limitOf(one);
}

function isOpenToGain({ state, evidence, threshold }: SeriesVerdict): boolean {
  const isOpen = state === 'not-regressed' || state === 'undecided';
  return isOpen && threshold.action === 'block' && evidence.interval !== undefined;
}

/** As a share of the value before. */
function limitOf({ threshold, before }: SeriesVerdict): number {
  const { relative = 0, absolute = 0 } = threshold;
  return Math.max(relative, absolute / (before.location ?? 0));
}

/** Whether there is anything of it on both sides. */
export function hasBothSides({ after, before }: SeriesVerdict): boolean {
  return before.location !== undefined && after.location !== undefined;
}
