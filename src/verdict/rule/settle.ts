import type { State } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { type Allowed, limitOfBetter, ofBetter } from '../thresholds/resolve-threshold.ts';
import { settleCounts } from './settle-counts.ts';
import { isConstant, type Settled, type Subject } from './subject.ts';

/** Below this no spread can be told from chance. */
export const fewestRepeats = 4;
/** With fewer pairs none passes the sign test, however much slower. */
export const fewestToTurnRed = 5;
const fewestExactRepeats = 3;

/** The rest of the build, for a series that has no value before. */
export interface Surroundings {
  /** Only the change was measured, so nothing is compared whatever the values are. */
  isAlone: boolean;
  /** Its test was planned before the change too, and passed after it alone. */
  isBaseless(series: SeriesIdentity): boolean;
  /** The same span has other metrics before. */
  isSpanKnown(series: SeriesIdentity): boolean;
}

/**
 * Settles what can be settled without a test.
 * @returns undefined for a series that has to be tested
 */
export function settle(subject: Subject, around: Surroundings): Settled | undefined {
  if (around.isAlone) return { subject, state: 'no-baseline', why: 'alone' };
  const before = subject.before;
  const after = subject.after;
  if (before.length === 0) {
    if (after.length === 0) return { subject, state: 'no-baseline', why: 'no-values' };
    return { subject, ...settleWithoutBefore(subject, around) };
  }
  if (after.length === 0) return { subject, state: 'undecided', why: 'after-missing' };
  if (subject.metric.name === countedMetric) return settleCounts(subject);
  const fewest = Math.min(before.length, after.length);
  if (fewest >= fewestExactRepeats && isDeterministic(subject)) {
    return { subject, state: compareExactly(subject), why: 'exact' };
  }
  const { absolute: worse = 0 } = subject.threshold;
  const absolute = Math.min(worse, ofBetter(subject.threshold).absolute ?? 0);
  // Runs that end before they are looked at have no value; the others say enough.
  const isEnough = fewest >= fewestExactRepeats;
  if (isEnough && absolute > 0 && isWithin(absolute, before, after)) {
    return { subject, state: 'not-regressed', why: 'below-absolute' };
  }
  if (countPairs(subject) < fewestRepeats) return { subject, state: 'undecided', why: 'too-few' };
  return undefined;
}

export function countPairs({ series: { before, after } }: Subject): number {
  let pairs = 0;
  for (let pair = 0; pair < before.length; pair += 1) {
    if (typeof before[pair] === 'number' && typeof after[pair] === 'number') pairs += 1;
  }
  return pairs;
}

/** A series is new if it could not be measured before. A missing series decides nothing. */
function settleWithoutBefore(
  { series }: Subject,
  { isBaseless, isSpanKnown }: Surroundings,
): Pick<Settled, 'state' | 'why'> {
  if (isBaseless(series)) return { state: 'undecided', why: 'before-never-passed' };
  if (isSpanKnown(series)) return { state: 'undecided', why: 'before-lost' };
  return { state: 'no-baseline', why: 'before-missing' };
}

/** Equal in every repeat of each side, by a source that could have told otherwise. */
function isDeterministic({ before, after, metric }: Subject): boolean {
  if (metric.exactness === 'ticks' || metric.exactness === 'lower-bound') return false;
  return isConstant(before) && isConstant(after);
}

function compareExactly({ before, after, metric, threshold }: Subject): State {
  const from = before[0] as number;
  const to = after[0] as number;
  const [good, bad] = metric.direction === 'lower' ? [from, to] : [to, from];
  const passes = (change: number, base: number, limit: Allowed): boolean => {
    const { absolute = 0, relative = 0 } = limit;
    return change > 0 && change >= absolute && change >= relative * base * (1 - 1e-9);
  };
  if (passes(bad - good, from, threshold)) return 'regressed';
  return passes(good - bad, to, limitOfBetter(threshold, metric)) ? 'improved' : 'not-regressed';
}

function isWithin(limit: number, before: readonly number[], after: readonly number[]): boolean {
  let low = Infinity;
  let high = -Infinity;
  for (const side of [before, after]) {
    for (const value of side) {
      if (value < low) low = value;
      if (value > high) high = value;
      if (high - low >= limit) return false;
    }
  }
  return true;
}
