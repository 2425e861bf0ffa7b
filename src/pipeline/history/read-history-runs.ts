import type { MetricMeaning, StoredSpan } from '../../store/series-point.ts';
import type { StoreReader } from '../../store/series-store.ts';
import { findMetric } from '../../contract/metrics.ts';
import type { HistoryRun } from '../../history/summarize-history.ts';
import type { Mainline } from '../../runner/revisions/read-mainline.ts';
import { type BuildOfSeries, readLastBuilds, type SideOfBuild } from './read-last-builds.ts';

type Meaning = Pick<MetricMeaning, 'unit' | 'direction'>;

/** A series as the store has it, and the runs of it that measured commits of the branch. */
export interface StoredHistory {
  span: StoredSpan;
  metric: string;
  meaning: Meaning;
  /** The former meaning of the metric, until `commit`; values with another meaning are left out. */
  formerly?: Meaning & { commit: string };
  /** Its builds with that meaning, of other commits too, oldest first. */
  builds: readonly BuildOfSeries[];
  /** There may be older ones, which were not read. */
  isCut: boolean;
  runs: HistoryRun[];
}

/** A series as it was read, in every meaning of its metric. */
export type ReadSeries = Pick<StoredHistory, 'span' | 'metric' | 'builds' | 'isCut'>;

/** The place of a commit on the branch; for one that is not on it, the place at which the branch has the same files. */
export type PlaceOf = (this: void, commit: string, before?: string) => number | undefined;

export async function readBuilds(
  reader: Pick<StoreReader, 'readLast'>,
  span: StoredSpan,
  metric: string,
  last: number,
): Promise<ReadSeries> {
  const read = await readLastBuilds(reader, span, metric, last + 1);
  const builds = read.slice(-last);
  return { span, metric, builds, isCut: read.length > last };
}

/**
 * Numbers of another unit, or for which more was better, cannot be compared with those that the branch has now. A pull
 * request that is not merged changes nothing about that.
 */
export function keepMeaning(
  builds: readonly BuildOfSeries[],
  metric: string,
  placeOf: PlaceOf,
): Pick<StoredHistory, 'builds' | 'meaning' | 'formerly'> {
  const meaningOf = ({ build }: BuildOfSeries): Meaning | undefined =>
    build.metrics.find(({ name }) => name === metric);
  const placed = builds
    .flatMap((one) => {
      const place = placeOf(one.build.commit, one.sides.before?.commit);
      const meaning = meaningOf(one);
      return place === undefined || meaning === undefined ? [] : [{ one, place, meaning }];
    })
    .toSorted((a, b) => a.place - b.place);
  const newest = placed.at(-1)?.meaning ?? builds.map(meaningOf).findLast((one) => one);
  const meaning = newest ?? findMetric(metric) ?? { unit: 'count', direction: 'lower' };
  const isSame = (other: Meaning): boolean =>
    other.unit === meaning.unit && other.direction === meaning.direction;
  const last = placed.findLastIndex((one) => !isSame(one.meaning));
  const former = placed[last]?.meaning;
  const commit = placed[last + 1]?.one.build.commit;
  return {
    meaning,
    builds: builds.filter((one) => isSame(meaningOf(one) ?? meaning)),
    ...(former && commit && { formerly: pickMeaning(former, commit) }),
  };
}

function pickMeaning({ direction, unit }: Meaning, commit: string): StoredHistory['formerly'] {
  return { unit, direction, commit };
}

/**
 * Gives each side its place on the branch. A commit that is not on it counts as the one with the same files: a pull
 * request that was up to date, or the group of a merge queue, is what the branch became.
 * @param trees of commits that are not on the branch
 */
export function placeRuns(builds: readonly BuildOfSeries[], placeOf: PlaceOf): HistoryRun[] {
  return builds.flatMap(({ build, sides: { before, after } }) => {
    const sides = [before, after].flatMap((side) => {
      if (side === undefined) return [];
      const place = placeOf(side.commit, side === after ? before?.commit : undefined);
      return place === undefined ? [] : [{ place, values: valuesOf(side) }];
    });
    if (sides.length === 0) return [];
    const { machines = [] } = build;
    const machine = machines.map((one) => JSON.stringify(one)).toSorted();
    const known = machine.length === 0 ? {} : { machine: machine.join(' ') };
    return [{ id: build.runId, sides, ...known }];
  });
}

/** Repeats that the verdict set aside do not count, unless it is all of them. */
function valuesOf({ repeats }: SideOfBuild): number[] {
  const kept = repeats.filter(({ isOutlier }) => !isOutlier);
  return (kept.length > 0 ? kept : repeats).map(({ value }) => value);
}

/**
 * The place of a commit on the branch.
 * @returns for a commit that is not on it: of those with the same files the first after `before`
 */
export function createPlaces({ commits }: Mainline, trees: ReadonlyMap<string, string>): PlaceOf {
  const places = new Map(commits.map(({ commit }, place) => [commit, place]));
  const byTree = new Map<string, number[]>();
  commits.forEach(({ tree }, place) => {
    const own = byTree.get(tree);
    if (own === undefined) byTree.set(tree, [place]);
    else own.push(place);
  });
  return (commit, before) => {
    const place = places.get(commit);
    if (place !== undefined) return place;
    const same = byTree.get(trees.get(commit) ?? '') ?? [];
    const from = before === undefined ? undefined : places.get(before);
    return from === undefined ? undefined : same.find((one) => one > from);
  };
}
