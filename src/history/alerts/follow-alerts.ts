import {
  type Alert,
  type AlertSeries,
  type FreshAlert,
  isAlertOpen,
  lastTransition,
} from '../../contract/alerts.ts';
import { sizeOfChange } from '../../contract/metrics.ts';
import { putLeadsFirst, seriesKey } from '../../contract/series-key.ts';
import { usualSettings } from '../change-points/settings.ts';
import { type ChangeGroup, groupByCommit } from '../group-by-commit.ts';
import { isSameChange, type SeriesHistory } from '../summarize-history.ts';
import {
  type FollowedSeries,
  isReturned,
  listWorse,
  mayBeReturned,
  type Worse,
} from './list-worse.ts';
import { chooseAlert, chooseRewritten, type Placed } from './choose-alert.ts';
import { joinClimbs } from './join-climbs.ts';
import { type Finding, settleAlert } from './settle-alert.ts';

export interface FollowRequest {
  repository: string;
  suite: string;
  /** The commits of the branch, by place. */
  commits: readonly string[];
  /** There are older commits that are not known: an alert that is on none of these may be of one of those. */
  isCut: boolean;
  series: readonly FollowedSeries[];
  /** All alerts of the suite. */
  known: readonly Alert[];
  atMs: number;
}

export interface FollowedAlerts {
  opened: FreshAlert[];
  /** Those that are not as they were. */
  changed: Alert[];
}

type Group = ChangeGroup<Worse>;
type Range = Group['range'];

/** More are counted in the history only. */
const mostSeries = 200;
/**
 * One alert for each change: series that one commit may have made worse are a group. A group is the alert that it
 * touches, so that an alert keeps its name while later builds move the change or show it in further series. What
 * machines explain opens none, and neither does a change that is not confirmed.
 */
export function followAlerts(request: FollowRequest): FollowedAlerts {
  const { atMs, commits, isCut, known, repository, series, suite } = request;
  const places = new Map(commits.map((commit, place) => [commit, place]));
  const groups = joinClimbs(groupByCommit(series.flatMap(listWorse)));
  const placed: Placed[] = [];
  const lost: Alert[] = [];
  for (const alert of known.filter(({ foundBy }) => foundBy !== 'budget')) {
    const range = placeRange(alert, places);
    if (range !== undefined) placed.push({ alert, range });
    else if (!isCut) lost.push(alert);
  }
  const groupsOf = new Map<Alert, Group[]>();
  const opened: FreshAlert[] = [];
  for (const group of groups) {
    let found = chooseAlert(group, placed);
    const rewritten = found === undefined ? chooseRewritten(group, lost) : undefined;
    if (rewritten !== undefined) {
      lost.splice(lost.indexOf(rewritten), 1);
      placed.push({ alert: rewritten, range: group.range });
      found = rewritten;
    }
    if (found !== undefined) {
      groupsOf.set(found, [...(groupsOf.get(found) ?? []), group]);
      continue;
    }
    const own = group.changes.filter(({ isConfirmed }) => isConfirmed);
    const [first] = own.toSorted((a, b) => widthOf(a.range) - widthOf(b.range));
    // A change that is over when it is confirmed is no news.
    if (first === undefined || own.every((one) => isReturned(one))) continue;
    opened.push({
      ...{ repository, suite, foundBy: 'history', commit: nameOf(commits, first.at) },
      ...nameGroup(commits, group),
      series: listSeries(own, []),
      transitions: [{ state: 'new', atMs }],
    });
  }
  const changed = placed.flatMap(({ alert, range }): Alert[] => {
    const own = groupsOf.get(alert) ?? [];
    const other = own.length > 0 ? undefined : findOther(alert, groupsOf);
    const next = update(alert, { own, range, other }, request);
    return next === alert ? [] : [next];
  });
  return { opened, changed };
}

/** Changes that looked separate at first, such as the first steps of a slope, may be one. */
function findOther(
  alert: Alert,
  groupsOf: ReadonlyMap<Alert, readonly Group[]>,
): Alert | undefined {
  const keys = new Set(alert.series.map(seriesKey));
  const shares = ({ changes }: Group): boolean =>
    changes.some(({ isConfirmed, of }) => isConfirmed && keys.has(seriesKey(of.identity)));
  return [...groupsOf].find(([other, groups]) => other !== alert && groups.some(shares))?.[0];
}

interface Found {
  own: readonly Group[];
  /** The alert that its series belong to now. */
  other?: Alert;
  range: Range;
}

function update(
  alert: Alert,
  { other, own, range }: Found,
  { atMs, commits, series }: FollowRequest,
): Alert {
  const changes = own.flatMap((group) => group.changes);
  const confirmed = changes.filter(({ isConfirmed }) => isConfirmed);
  const listed = listSeries(confirmed, alert.series);
  // That of the push is known for sure.
  const narrow =
    alert.foundBy === 'push' ? undefined : own.find(({ range: one }) => touches(one, range));
  const found = narrow === undefined ? pickPlace(alert) : nameGroup(commits, narrow);
  const isSame =
    JSON.stringify([listed, found]) === JSON.stringify([alert.series, pickPlace(alert)]);
  const { isGradual: _, ...rest } = alert;
  const next = isSame ? alert : { ...rest, ...found, series: listed };
  if (alert.foundBy === 'push') return next;
  const finding = findEnd(alert, { changes, range, series, other });
  return finding === undefined ? next : settleAlert(next, finding, atMs);
}

type Place = Pick<Alert, 'range' | 'isGradual'>;

function pickPlace({ isGradual, range }: Alert): Place {
  return { range, isGradual };
}

function nameGroup(commits: readonly string[], { changes: [first], range }: Group): Place {
  return {
    range: {
      after: nameOf(commits, range.after),
      upTo: nameOf(commits, range.upTo),
      commits: widthOf(range),
    },
    ...(first?.isGradual === true ? { isGradual: true } : {}),
  };
}

/** @returns undefined where these builds cannot tell */
function findEnd(
  alert: Alert,
  {
    changes,
    other,
    range,
    series,
  }: Omit<Found, 'own'> & { changes: readonly Worse[]; series: readonly FollowedSeries[] },
): Finding | undefined {
  if (changes.length > 0) {
    const isOver = changes.every((one) => isReturned(one));
    if (isOver) return { kind: 'fixed', because: 'the level is back' };
    // Withdrawn before, it has to be as clear as a new one.
    const isFixed = lastTransition(alert).state === 'fixed';
    if (isFixed) return changes.every((one) => mayBeReturned(one)) ? undefined : { kind: 'stands' };
    const isClear = isAlertOpen(alert) || changes.some(({ isConfirmed }) => isConfirmed);
    return isClear ? { kind: 'stands' } : undefined;
  }
  if (other !== undefined) {
    return { kind: 'noise', because: `the same change as alert ${other.number}` };
  }
  const keys = new Set(alert.series.map(seriesKey));
  const own = series.filter(({ identity }) => keys.has(seriesKey(identity)));
  const isGone = own.every(({ direction, history }) => {
    const shown = { range, isUp: direction === 'lower' };
    return history.earlier.slice(0, 2).every((all) => !all.some((one) => isSameChange(one, shown)));
  });
  const isRead = own.every(({ history }) => reachesBefore(history, range));
  if (own.length === 0 || !isGone || !isRead) return undefined;
  return { kind: 'noise', because: 'later builds do not show it any more' };
}

/** Only the newest builds are read: what lies before them, or at their edge, is not shown and yet no noise. */
function reachesBefore({ levels }: SeriesHistory, { after }: Range): boolean {
  return levels.filter(({ place }) => place <= after).length >= usualSettings.shortestAtEnd;
}

function keyOf({ of }: Pick<Worse, 'of'>): string {
  return seriesKey(of.identity);
}

/** Those that were known stay, with their newest size. */
function listSeries(changes: readonly Worse[], known: readonly AlertSeries[]): AlertSeries[] {
  const all = new Map(known.map((one) => [seriesKey(one), one]));
  for (const { of, size } of changes) {
    // To the tenth of a percent: it differs a little with every build.
    const change = Math.round(1000 * size) / 1000;
    all.set(keyOf({ of }), { ...of.identity, change });
  }
  const before = new Map(changes.map((one) => [keyOf(one), one.before.value]));
  const sizeOf = (one: AlertSeries): number => sizeOfChange(one.change, before.get(seriesKey(one)));
  const sorted = [...all.values()].toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return putLeadsFirst(sorted).slice(0, mostSeries);
}

/** @returns undefined where the commit is not on the branch, or too old to be told apart */
function placeRange(
  { commit, range }: Alert,
  places: ReadonlyMap<string, number>,
): Range | undefined {
  const upTo = places.get(range.upTo) ?? places.get(commit);
  if (upTo === undefined) return undefined;
  return { after: Math.min(places.get(range.after) ?? upTo - 1, upTo - 1), upTo };
}

function touches(one: Range, other: Range): boolean {
  return one.after < other.upTo && other.after < one.upTo;
}

function widthOf({ after, upTo }: Range): number {
  return upTo - after;
}

function nameOf(commits: readonly string[], place: number): string {
  const commit = commits[place];
  if (commit === undefined) throw new Error(`there is no commit at ${place}`);
  return commit;
}
