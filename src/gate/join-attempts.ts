import { listAdded } from '../contract/baseless-tests.ts';
import type { Interval, Metric, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { formatChange } from '../contract/units.ts';
import { findRejectionLimit } from '../stats/control-discoveries.ts';
import { upperQuantile, upperTail } from '../stats/student-t.ts';
import { redShare } from '../verdict/rule/plan-looks.ts';
import { type Scale, fromScale, toChange, toScale } from '../verdict/rule/scale.ts';
import type { History, Measurement } from './collect-words.ts';

/** One-sided confidence of the interval's ends, as of one attempt. */
const confidence = 0.95;

/** The joint result of the attempts of one series. */
export interface Together {
  /** The series as all of them show it, where they are past its limit beyond chance. */
  borneOut: SeriesVerdict | undefined;
  /** How many of them point past the margin, and how many do not. */
  said: { regressed: number; otherwise: number };
}

/**
 * Takes the attempts at each series together in which one points past the limit, each weighed by the inverse of its
 * variance: twice the pairs, and the error of each attempt holds what its build may differ by. Two attempts that each
 * point a little past the limit say more together than two votes do.
 * @param newest of the newest attempt: what its change adds is a family of its own; members that were not measured
 * again count with a p of 1
 * @returns by series key; without those that fewer than two attempts tested, such as exact counts
 */
export function joinAll(
  histories: ReadonlyMap<string, History<SeriesVerdict>>,
  directionOf: (series: SeriesVerdict) => Metric['direction'],
  newest: Pick<Verdict, 'budget' | 'series' | 'tests'>,
): Map<string, Together> {
  const added = listAdded(newest.tests);
  const countNew = newest.series.filter(
    ({ evidence, test, threshold }) =>
      added.has(test) && threshold.action === 'block' && evidence.scaled !== undefined,
  ).length;
  const isNew = ({ test }: SeriesVerdict): boolean => added.has(test);
  return new Map([
    ...joinFamily(histories, directionOf, (one) => !isNew(one), newest.budget.tested),
    ...joinFamily(histories, directionOf, isNew, countNew),
  ]);
}

function joinFamily(
  histories: ReadonlyMap<string, History<SeriesVerdict>>,
  directionOf: (series: SeriesVerdict) => Metric['direction'],
  isMember: (series: SeriesVerdict) => boolean,
  tested: number,
): Map<string, Together> {
  const joined = new Map<string, Joined>();
  for (const [key, { measurements, newest }] of histories) {
    if (!isMember(newest) || newest.threshold.action === 'warn') continue;
    if (!measurements.some(pointsPast)) continue;
    const attempts = measurements.map(({ value }) => value);
    const one = joinAttempts(attempts, directionOf(newest));
    if (one !== undefined) joined.set(key, one);
  }
  const own = [...joined.values()].map(({ p }) => p);
  const limit = findRejectionLimit(own, redShare, Math.max(tested, own.length));
  return new Map(
    [...joined].map(([key, { isPast, p, said, standing }]) => [
      key,
      { said, borneOut: isPast && p <= limit ? standing : undefined },
    ]),
  );
}

interface Joined {
  /** For 'at most the margin worse'. */
  p: number;
  /** Together they are past the limit, and most of them point there: of two, both. */
  isPast: boolean;
  said: Together['said'];
  standing: SeriesVerdict;
}

function pointsPast({ word }: Measurement<SeriesVerdict>): boolean {
  return word === 'regressed' || word === 'suspected';
}

/** @param attempts at one series, oldest first */
function joinAttempts(
  attempts: readonly SeriesVerdict[],
  direction: Metric['direction'],
): Joined | undefined {
  // A changed machine may explain these: they say nothing of the code.
  const tested = attempts.filter(
    ({ evidence }) => evidence.scaled !== undefined && evidence.veto === undefined,
  );
  const newest = tested.at(-1);
  const scaled = newest?.evidence.scaled;
  if (newest === undefined || scaled === undefined || tested.length < 2) return undefined;
  // If values may be zero each attempt may have a scale of its own.
  if (tested.some(({ evidence }) => evidence.scaled?.offset !== scaled.offset)) return undefined;
  const all = pool(tested);
  const p = upperTail((all.effect - scaled.margin) / all.standardError, all.df);
  const pointing = tested.filter(({ evidence }) => (evidence.scaled?.effect ?? 0) > scaled.margin);
  const reach = upperQuantile(1 - confidence, all.df) * all.standardError;
  const ask = newest.threshold.certainty === 'sure' ? reach : 0;
  const isPast = all.effect >= scaled.limit + ask && 2 * pointing.length > tested.length;
  const scale: Scale = { offset: scaled.offset ?? 0, sign: direction === 'lower' ? 1 : -1 };
  return {
    p,
    isPast,
    said: { regressed: pointing.length, otherwise: tested.length - pointing.length },
    standing: describeJoined(newest, { ...all, p, reach, count: tested.length }, scale),
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
    // Values without any spread count alike.
    const weight = 1 / Math.max(standardError, 1e-9) ** 2;
    weights += weight;
    sum += weight * effect;
    df += evidence.degreesOfFreedom ?? 0;
  }
  return { effect: sum / weights, standardError: 1 / Math.sqrt(weights), df };
}

function describeJoined(
  newest: SeriesVerdict,
  { effect, p, df, reach, count }: Pooled & { p: number; reach: number; count: number },
  scale: Scale,
): SeriesVerdict {
  const { evidence, after, before } = newest;
  const base = before.location ?? 0;
  const location = fromScale(scale, toScale(scale, base) + effect);
  const { seen: _, ...rest } = newest;
  const { method } = evidence;
  const changes =
    base > 0 ? [effect, effect - reach, effect + reach].map((x) => toChange(scale, base, x)) : [];
  const [change, ...ends] = changes;
  const found = change === undefined ? {} : { change, interval: makeInterval(ends) };
  const size = change === undefined ? '' : `${formatChange(change)} `;
  return {
    ...rest,
    state: 'regressed',
    blocking: newest.threshold.action === 'block',
    reason: `${size}in ${count} attempts taken together`,
    evidence: { method, ...found, changeAbsolute: location - base, p, degreesOfFreedom: df },
    after: { ...after, location },
  };
}

function makeInterval(ends: readonly number[]): Interval {
  return { confidence: 2 * confidence - 1, lower: Math.min(...ends), upper: Math.max(...ends) };
}
