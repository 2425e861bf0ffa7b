import type { SeriesHistory, SeriesRuns } from '../../../history/summarize-history.ts';
import { type BuildOfSeries, readLastBuilds } from '../../../pipeline/history/read-last-builds.ts';
import type { StoreReader } from '../../../store/series-store.ts';
import type {
  Change,
  Creep,
  LatestLevel,
  Level,
  Place,
  RunOfSeries,
  SeriesName,
  SeriesSummary,
} from '../answers.ts';
import {
  changeOf,
  compareSides,
  isWorthTelling,
  type KnownVerdict,
  openRules,
  type VerdictOf,
} from '../compare-sides.ts';
import type { Catalogue, ListedSeries } from '../repository/catalogue.ts';
import type { CommitOrder } from './order-commits.ts';
import {
  keepMeaning,
  placeRuns,
  type StoredHistory,
} from '../../../pipeline/history/read-history-runs.ts';

const yearMs = 365 * 24 * 3_600_000;
const mostRecent = 50;

/** The builds of a series, and the runs that can be fitted. */
export interface FollowedSeries {
  /** For every branch, oldest first. */
  builds: readonly BuildOfSeries[];
  /** As many builds were read as were asked for. */
  isFull: boolean;
  formerly?: StoredHistory['formerly'];
  /** For the default branch; undefined if no build measured one of its commits. */
  request?: SeriesRuns;
}

/** @param last newest builds to read */
export async function followSeries(
  reader: StoreReader,
  { buildsOf, order }: Pick<Catalogue, 'buildsOf' | 'order'>,
  { name, span }: ListedSeries,
  last: number,
): Promise<FollowedSeries> {
  const read = await readLastBuilds(reader, span, name.metric, last, {
    known: buildsOf.get(span.suite),
  });
  const { builds, formerly, meaning } = keepMeaning(read, name.metric, order.placeOf);
  const found = { builds, isFull: read.length >= last, formerly };
  const runs = placeRuns(builds, order.placeOf);
  if (runs.length === 0) return found;
  const { commits } = order;
  const newestMs = commits.at(-1)?.atMs ?? 0;
  const yearFrom = commits.findIndex(({ atMs }) => atMs >= newestMs - yearMs);
  // Without a budget nothing is over it, and how far a series crept is shown all the same.
  const budget = { year: Infinity };
  return { ...found, request: { runs, direction: meaning.direction, yearFrom, budget } };
}

/** The summary of a series in a list. */
export interface SeriesDigest {
  /** Commits with a level. */
  commits: number;
  latest?: LatestLevel;
  recent: number[];
  band?: [low: number, high: number][];
  recentChange?: number;
  /** Set if there are no levels. */
  newestRun?: NonNullable<SeriesSummary['newestRun']>;
  /** The change that the verdict of that run gave the series by then. */
  judged?: number;
  /** Oldest first. */
  changes: Change[];
  creep: Creep[];
}

/** Digests a series without a level: none of its builds is of the default branch. */
export function digestRuns(
  builds: readonly BuildOfSeries[],
  { name }: ListedSeries,
  verdictOf: VerdictOf,
): SeriesDigest {
  const empty = { commits: 0, recent: [], changes: [], creep: [] };
  const newest = builds.findLast(({ sides }) => sides.before && sides.after);
  if (newest === undefined) return empty;
  const verdict = verdictOf(newest.build);
  const newestRun = compareRun(name, newest, verdict);
  const judged = changeOf(verdict, name.id);
  return {
    ...empty,
    ...(newestRun && { newestRun }),
    ...(judged === undefined ? {} : { judged }),
  };
}

/** Whether a bot judged its newest run since it was worked out: the store of its builds does not change by that. */
export function isJudgedSince(
  { judged, newestRun }: SeriesDigest,
  { id, suite }: SeriesName,
  { buildsOf }: Pick<Catalogue, 'buildsOf'>,
  verdictOf: VerdictOf,
): boolean {
  const build = newestRun && buildsOf.get(suite)?.get(newestRun.runId);
  return build !== undefined && changeOf(verdictOf(build), id) !== judged;
}

/** What a build measured, as its verdict has it; undefined where it measured one side only. */
export function compareRun(
  name: SeriesName,
  { build, sides: { after, before } }: BuildOfSeries,
  verdict: KnownVerdict,
): RunOfSeries['compared'] {
  const repeats = { before: before?.repeats ?? [], after: after?.repeats ?? [] };
  const found = compareSides(name, repeats, build, verdict);
  if (found === undefined) return undefined;
  const { change } = found;
  return {
    ...{ runId: build.runId, before: found.before, after: found.after },
    ...(change === undefined ? {} : { change }),
  };
}

export function digestSeries(
  history: SeriesHistory,
  { name }: ListedSeries,
  order: CommitOrder,
): SeriesDigest {
  const { levels } = history;
  const last = levels.at(-1);
  return {
    commits: levels.length,
    ...(last === undefined ? {} : { latest: { ...bounds(last), ...placeAt(order, last.place) } }),
    ...drawRecent(history),
    changes: describeChanges(history, name.direction, order),
    creep: describeCreep(history, order),
  };
}

type FindDigest = (this: void, id: string) => SeriesDigest | undefined;

/** Without the changes that a rule calls nothing: the page of the series shows them, and no list leads with one. */
export function keepWorthTelling(
  { builds, series }: Pick<Catalogue, 'builds' | 'series'>,
  find: FindDigest,
): FindDigest {
  const rulesOf = openRules(builds);
  return (id) => {
    const [digest, one] = [find(id), series.get(id)];
    if (digest === undefined || one === undefined) return digest;
    return leaveOutSmall(digest, one.name, rulesOf(one.name.suite).floors);
  };
}

function leaveOutSmall(
  digest: SeriesDigest,
  name: SeriesName,
  floors: KnownVerdict['floors'],
): SeriesDigest {
  const changes = digest.changes.filter(({ after, before }) =>
    isWorthTelling(name, { before: before.value, after: after.value }, floors),
  );
  const { recentChange, ...rest } = digest;
  const isSame = changes.at(-1) === digest.changes.at(-1) && recentChange !== undefined;
  return { ...rest, changes, ...(isSame ? { recentChange } : {}) };
}

/** So that a newest change that is not too old is among them, with as much before it as after it. */
function drawRecent({ changes, levels }: SeriesHistory) {
  const at = changes.at(-1)?.at ?? Infinity;
  const since = levels.filter(({ place }) => place >= at).length;
  const shown = levels.slice(-Math.max(mostRecent, 2 * since));
  const count = Math.min(shown.length, mostRecent);
  const recent = Array.from(
    { length: count },
    (_, i) =>
      shown[Math.floor(((i + 1) * shown.length) / count) - 1] as SeriesHistory['levels'][number],
  );
  const changedAt = recent.findIndex(({ place }) => place >= at);
  return {
    recent: recent.map(({ value }) => shorten(value)),
    band: recent.map(({ high, low }): [number, number] => [shorten(low), shorten(high)]),
    ...(changedAt > 0 ? { recentChange: changedAt } : {}),
  };
}

/** More digits than a chart or a text of ours shows. */
export function shorten(value: number): number {
  return Number(value.toPrecision(6));
}

export function describeChanges(
  { changes }: SeriesHistory,
  direction: 'lower' | 'higher',
  order: CommitOrder,
): Change[] {
  return changes.map(({ after, at, before, change, confidence, isGradual, range }) => {
    const { author } = order.commits[at] ?? {};
    const isKnown = range.upTo - range.after === 1 && author !== undefined;
    const isHigher = after.value > before.value;
    return {
      ...placeAt(order, at),
      ...(isKnown ? { author } : {}),
      range: { after: placeAt(order, range.after), upTo: placeAt(order, range.upTo) },
      ...{ before: bounds(before), after: bounds(after) },
      ...{ change, isWorse: isHigher === (direction === 'lower'), isGradual, confidence },
    };
  });
}

export function describeCreep({ creep }: SeriesHistory, order: CommitOrder): Creep[] {
  return creep.map(({ explained, from, high, isOver, limit, low, since, size, to }) => ({
    ...{ since, from: placeAt(order, from), to: placeAt(order, to) },
    ...{ size: Math.expm1(size), low: Math.expm1(low), high: Math.expm1(high) },
    ...(Number.isFinite(limit) ? { limit: Math.expm1(limit) } : {}),
    ...{ isOver, explained: Math.expm1(explained) },
  }));
}

export function bounds({ high, low, value }: Level): Level {
  return { value, low, high };
}

function placeAt({ commits }: CommitOrder, place: number): Place {
  const { atMs = 0, commit = '' } = commits[place] ?? {};
  return { commit, atMs };
}
