import {
  type Alert,
  type AlertBudget,
  type AlertSeries,
  type FreshAlert,
  isAlertOpen,
  lastTransition,
} from '../../contract/alerts.ts';
import { mean, median } from 'simple-statistics';
import { formatShare } from '../../contract/units.ts';
import type { BudgetSettings } from '../../contract/suite.ts';
import { putLeadsFirst, type SeriesIdentity, seriesKey } from '../../contract/series-key.ts';
import type { CreepOfSeries, SeriesHistory } from '../summarize-history.ts';
import { heldFor } from '../creep/measure-creep.ts';
import type { FollowedAlerts } from './follow-alerts.ts';
import { type Finding, moveAlert, settleAlert } from './settle-alert.ts';

export interface BudgetedSeries {
  identity: SeriesIdentity;
  history: SeriesHistory;
  budget: BudgetSettings;
}

export interface BudgetRequest {
  repository: string;
  suite: string;
  /** By place. */
  commits: readonly { commit: string; author: string; subject: string }[];
  /** The name of the last release. */
  release?: string;
  series: readonly BudgetedSeries[];
  /** Whether a limit counts for a series, which may not have been read. */
  isBudgeted(this: void, series: SeriesIdentity, limit: 'release' | 'year'): boolean;
  /** All alerts of the suite. */
  known: readonly Alert[];
  atMs: number;
}

interface Over {
  one: BudgetedSeries;
  creep: CreepOfSeries;
}

const mostParts = 5;
const mostSeries = 200;

/**
 * One alert for each budget that is exceeded, whichever series exceed it: since the last release, and since the best
 * level of a year. It is over with the next release, or when its series are surely back: at the limit, noise alone
 * would close and open it again with each build. It is fixed only where they are: what is released, no longer watched
 * or allowed by now stays as it is. What a person closed is
 * an alert again once a series has crept on by half of what is allowed; what they called fixed is open again as soon as
 * a later commit still exceeds the budget.
 */
export function followBudgets(request: BudgetRequest): FollowedAlerts {
  const { atMs, commits, known, release, repository, series, suite } = request;
  const opened: FreshAlert[] = [];
  const changed: Alert[] = [];
  for (const since of ['release', 'best'] as const) {
    const found = series.flatMap((one): Over[] =>
      one.history.creep
        .filter((creep) => creep.since === since && creep.isOver)
        .map((creep) => ({ one, creep })),
    );
    found.sort((a, b) => b.creep.size - b.creep.limit - (a.creep.size - a.creep.limit));
    const named = found.map((each) => ({ ...each.one.identity, each }));
    const over = putLeadsFirst(named).map(({ each }) => each);
    const ofBudget = known.filter(
      ({ budget, foundBy }) => foundBy === 'budget' && budget?.since === since,
    );
    const isOfNow = ({ budget }: Alert): boolean => since === 'best' || budget?.release === release;
    const [newest] = ofBudget.filter(isOfNow).toSorted((a, b) => b.number - a.number);
    for (const one of ofBudget) {
      if (!isAlertOpen(one) || (one === newest && over.length > 0)) continue;
      const end = findEnd(one, since, request);
      if (end !== undefined) changed.push(settleAlert(one, end, atMs));
    }
    const [worst] = over;
    if (worst === undefined) continue;
    const now = describe(worst, over, request);
    const isNamed = (name: string): boolean => ofBudget.some(({ commit }) => commit === name);
    const isOfPerson = newest !== undefined && isClosedByPerson(newest);
    const isRefuted = isOfPerson && isNotFixed(newest, worst, request);
    if (newest === undefined || (isOfPerson && !isRefuted && isOutgrown(newest, now))) {
      const passed = commits[findPassing(worst, newest)]?.commit ?? '';
      // A commit names one alert of each budget.
      const commit = isNamed(passed) ? (commits[worst.creep.to]?.commit ?? '') : passed;
      opened.push({
        ...{ repository, suite, foundBy: 'budget', ...now, commit },
        transitions: [{ state: 'new', atMs }],
      });
    } else if (!isOfPerson || isRefuted) {
      const next = isRefuted
        ? moveAlert(newest, { state: 'new', because: 'a later commit still exceeds it', atMs })
        : settleAlert(newest, { kind: 'stands' }, atMs);
      const isSame = JSON.stringify(now) === JSON.stringify(pick(newest));
      if (next !== newest || !isSame) changed.push({ ...next, ...now });
    }
  }
  return { opened, changed };
}

type Described = Required<Pick<Alert, 'range' | 'budget'>> & Pick<Alert, 'series'>;

function pick({ budget, range, series }: Alert): Partial<Described> {
  return { range, budget, series };
}

function describe(
  { one: { budget }, creep }: Over,
  over: readonly Over[],
  { commits, release }: BudgetRequest,
): Described {
  const { from, limit, parts, since, to } = creep;
  const nameOf = (place: number): string => commits[place]?.commit ?? '';
  const described: AlertBudget = {
    since,
    ...(since === 'release' && release !== undefined ? { release } : {}),
    ...{ limit: Math.expm1(limit), action: budget.action },
    parts: parts.slice(0, mostParts).map(({ after, place, size, standsOut }) => ({
      ...{ after: nameOf(after), commit: nameOf(place) },
      ...{ author: commits[place]?.author ?? '', subject: commits[place]?.subject ?? '' },
      ...{ size: round(Math.expm1(size)), standsOut },
    })),
  };
  const series = over.slice(0, mostSeries).map((each): AlertSeries => ({
    ...each.one.identity,
    change: round(Math.expm1(each.creep.size)),
  }));
  return {
    range: { after: nameOf(from), upTo: nameOf(to), commits: to - from },
    budget: described,
    series,
  };
}

/** So many commits in a row, by their median, are past the limit: one alone may be noise. */
const passedFor = 5;

/**
 * The place where a series first passed its limit, or, after an alert that a person closed, that of the next one: the
 * change that took it there, else the first commit from which on it mostly is past it.
 */
function findPassing(
  { creep: { from, limit, since, to }, one }: Over,
  closed: Alert | undefined,
): number {
  const { changes, levels } = one.history;
  const known = closed?.series.find((each) => seriesKey(each) === seriesKey(one.identity));
  const allowed = known === undefined ? limit : Math.log1p(known.change + Math.expm1(limit) / 2);
  const log = levels.map(({ place, value }) => ({ place, value: Math.log(value) }));
  const before = log.filter(({ place }) => place <= from).slice(-heldFor);
  const after = log.filter(({ place }) => place > from && place <= to);
  if (before.length === 0 || after.length === 0) return to;
  const base = mean(before.map(({ value }) => value));
  const sign = Math.sign(mean(after.slice(-heldFor).map(({ value }) => value)) - base);
  // The best stretch of so many commits may end in a step that it is too short to leave out.
  const start = since === 'best' ? (before[0]?.place ?? from) : from;
  const isPast = (value: number): boolean => sign * (value - base) > allowed;
  const step = changes.find(
    ({ at, isGradual, ...sides }) =>
      !isGradual &&
      at > start &&
      at <= to &&
      isPast(Math.log(sides.after.value)) &&
      !isPast(Math.log(sides.before.value)),
  );
  const own = log.filter(({ place }) => place > start && place <= to);
  const passed = own.find(({ value }, i) => {
    const next = own.slice(i, i + passedFor).map((each) => each.value);
    return isPast(value) && isPast(median(next));
  });
  return step?.at ?? passed?.place ?? to;
}

/** To the tenth of a percent: it differs a little with every build. */
function round(share: number): number {
  return Math.round(1000 * share) / 1000;
}

/** @returns why an alert is over; undefined where it is not, or these commits cannot tell */
function findEnd(
  { budget, series: known }: Alert,
  since: AlertBudget['since'],
  { isBudgeted, release, series }: BudgetRequest,
): Finding | undefined {
  const accept = (because: string): Finding => ({ kind: 'accepted', because });
  const keys = new Set(known.map(seriesKey));
  const limitOf = since === 'release' ? 'release' : 'year';
  const own = series.filter((one) => {
    return one.budget[limitOf] !== undefined && keys.has(seriesKey(one.identity));
  });
  if (own.length === 0) {
    if (known.some((one) => isBudgeted(one, limitOf))) return undefined;
    return accept('no longer watched: it has no budget now');
  }
  if (since === 'release' && budget?.release !== release) {
    return release === undefined ? undefined : accept(`released as ${release}`);
  }
  const creep = own.flatMap(({ history }) => history.creep.filter((one) => one.since === since));
  // Certainly within the budget, or half of it is left: where levels are inexact, the first may never be.
  const isBack = (most?: number): boolean =>
    creep.every(({ high, limit: own, size }) => {
      const limit = Math.min(own, most ?? own);
      return high <= limit || size <= limit / 2;
    });
  if (creep.length === 0 || !isBack()) return undefined;
  const limits = own.map((one) => one.budget[limitOf] ?? 0);
  const now = Math.max(...limits);
  const isRaised = budget !== undefined && Math.min(...limits) > 1.001 * budget.limit;
  return isRaised && !isBack(Math.log1p(budget.limit))
    ? accept(`its budget was raised from ${formatShare(budget.limit)} to ${formatShare(now)}`)
    : { kind: 'fixed', because: 'within its budget again' };
}

function isClosedByPerson(alert: Alert): boolean {
  return !isAlertOpen(alert) && alert.transitions.at(-1)?.by !== undefined;
}

/** A person said that it is fixed, and it was measured since. */
function isNotFixed(alert: Alert, { creep }: Over, { commits }: BudgetRequest): boolean {
  const known = commits.findIndex(({ commit }) => commit === alert.range.upTo);
  return lastTransition(alert).state === 'fixed' && creep.to > known;
}

function isOutgrown(before: Alert, { budget, series }: Described): boolean {
  const known = new Map(before.series.map((one) => [seriesKey(one), one.change]));
  return series.some((one) => one.change > (known.get(seriesKey(one)) ?? 0) + budget.limit / 2);
}
