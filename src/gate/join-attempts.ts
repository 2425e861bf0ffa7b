import type { Metric, SeriesVerdict } from '../contract/documents.ts';
import { formatChange } from '../contract/units.ts';
import { upperTail } from '../stats/student-t.ts';
import { type Scale, fromScale, toChange, toScale } from '../verdict/rule/scale.ts';

/** What attempts of one series say together. */
export interface Joined {
  /** Of 'at most the margin worse'. */
  p: number;
  /** Together they are past the limit, and those after the first point the same way. */
  isPast: boolean;
  /** The series as they show it together, if chance is ruled out. */
  standing: SeriesVerdict;
}

/**
 * Takes attempts together, each weighed by the inverse of its variance: twice the pairs, and the error of each
 * attempt holds what its build may differ by. Two attempts that each point a little past the limit say more together
 * than two votes do.
 * @param attempts at the same series, oldest first
 * @returns undefined for fewer than two that were tested: exact counts, for instance
 */
export function joinAttempts(
  attempts: readonly SeriesVerdict[],
  direction: Metric['direction'],
): Joined | undefined {
  const tested = attempts.filter(({ evidence }) => evidence.scaled !== undefined);
  const newest = tested.at(-1);
  const scaled = newest?.evidence.scaled;
  if (newest === undefined || scaled === undefined || tested.length < 2) return undefined;
  const all = pool(tested);
  const later = pool(tested.slice(1));
  const p = upperTail((all.effect - scaled.margin) / all.standardError, all.df);
  const isPast = all.effect >= scaled.limit && later.effect > scaled.margin;
  const scale: Scale = { offset: scaled.offset ?? 0, sign: direction === 'lower' ? 1 : -1 };
  return {
    p,
    isPast,
    standing: describeJoined(newest, { ...all, p, count: tested.length }, scale),
  };
}

interface Pooled {
  effect: number;
  standardError: number;
  df: number;
}

function pool(attempts: readonly SeriesVerdict[]): Pooled {
  let [weights, sum, df] = [0, 0, 0];
  for (const { evidence } of attempts) {
    const { effect = 0, standardError = Infinity } = evidence.scaled ?? {};
    // Of values without any spread one is as good as the other.
    const weight = 1 / Math.max(standardError, 1e-9) ** 2;
    weights += weight;
    sum += weight * effect;
    df += evidence.degreesOfFreedom ?? 0;
  }
  return { effect: sum / weights, standardError: 1 / Math.sqrt(weights), df };
}

function describeJoined(
  newest: SeriesVerdict,
  { effect, p, df, count }: Pooled & { p: number; count: number },
  scale: Scale,
): SeriesVerdict {
  const { evidence, after, before } = newest;
  const base = before.location ?? 0;
  const location = fromScale(scale, toScale(scale, base) + effect);
  const { change: _, corrected: __, interval: ___, ...known } = evidence;
  const change = base > 0 ? { change: toChange(scale, base, effect) } : {};
  const size = change.change === undefined ? '' : `${formatChange(change.change)} `;
  return {
    ...newest,
    state: 'regressed',
    blocking: newest.threshold.action === 'block',
    reason: `${size}in ${count} attempts taken together`,
    evidence: { ...known, ...change, changeAbsolute: location - base, p, degreesOfFreedom: df },
    after: { ...after, location },
  };
}
