import { annotationKey } from '../../contract/series-key.ts';
import {
  groupBySlice,
  hasAnnotations,
  orderOfCommit,
  sortByCommit,
  sortByTime,
} from '../order-values.ts';
import type { SeriesValue } from '../series-point.ts';
import type {
  CommitRange,
  BuildsOfSuite,
  SeriesQuery,
  SeriesStore,
  Slice,
  SliceQuery,
} from '../series-store.ts';
import type { Connection } from './connect.ts';
import { findBuilds, suiteConditions } from './find-builds.ts';
import { hasNumber, isAnyOf, isEqual, isTag, quoteName, select } from './influxql.ts';
import { readOutliers } from './lines.ts';
import { fieldOfMetric, measurement, tagOfAnnotation } from './names.ts';
import { readAnnotations, readRepeat, readSide } from './read-points.ts';
import { type Group, readNumber, readText, runQueries } from './run-queries.ts';
import { decodeTag, encodeAnnotation, encodeTag } from './tag-text.ts';

type SeriesReads = Pick<SeriesStore, 'readLast' | 'readRange' | 'readSlices'>;

/** A value whose build is not looked up yet. */
interface FoundValue {
  runId: string;
  atMs: number;
  annotations: SeriesQuery['annotations'];
  /** All but its build, and the commit that the build names. */
  rest: Omit<SeriesValue, 'build' | 'commit'>;
}

export function openSeriesReads(connection: Connection): SeriesReads {
  return { readLast, readRange, readSlices };

  async function readLast(
    query: SeriesQuery,
    count: number,
    known: BuildsOfSuite = new Map(),
  ): Promise<SeriesValue[]> {
    const found = await findValues(query, query.annotations, { newest: count });
    const values = await joinBuilds(query, keepNewest(found.filter(isOf(query)), count), known);
    return sortByTime(values).slice(-count);
  }

  async function readRange(query: SeriesQuery, commits: CommitRange): Promise<SeriesValue[]> {
    const ends = await findBuilds(connection, query, [
      isAnyOf('commit', [commits.from, commits.to]),
    ]);
    const measured = [...ends.values()];
    const known = new Set(measured.map(({ commit }) => commit));
    if (!known.has(commits.from) || !known.has(commits.to)) return [];
    const orders = measured.map(orderOfCommit);
    const builds = await findBuilds(connection, query, [
      `order_ms >= ${Math.min(...orders)}`,
      `order_ms <= ${Math.max(...orders)}`,
    ]);
    const times = [...builds.values()].map(({ atMs }) => atMs);
    const conditions = isWithin(Math.min(...times), Math.max(...times));
    const found = await findValues(query, query.annotations, { conditions });
    return sortByCommit(join(found.filter(isOf(query)), builds));
  }

  async function readSlices(query: SliceQuery, count: number): Promise<Slice[]> {
    const { where = {} } = query;
    const all = await findValues(query, where, { newest: count });
    const found = all.filter(({ annotations }) => hasAnnotations(annotations, where));
    const slices = groupBySlice(found, query.by);
    const newest = slices.flatMap(([, own]) => keepNewest(own, count));
    const joined = await joinBuilds(query, newest, new Map());
    const values = Map.groupBy(joined, (one) => one.annotations[query.by]);
    return slices.map(([value]) => {
      return { value, values: sortByTime(values.get(value) ?? []).slice(-count) };
    });
  }

  /**
   * Values of every series with these annotations, and perhaps more.
   * @param newest of each group at most so many, newest first; all of them where it does not say
   */
  async function findValues(
    query: SliceQuery | SeriesQuery,
    having: SeriesQuery['annotations'],
    { conditions = [], newest }: { conditions?: readonly string[]; newest?: number },
  ): Promise<FoundValue[]> {
    const field = fieldOfMetric(query.metric);
    const columns = [field, 'build', 'outliers'].map(quoteName).join(', ');
    const rest = newest === undefined ? '' : ` ORDER BY time DESC LIMIT ${newest}`;
    const ask = async (more: readonly string[]): Promise<Group[]> => {
      const all = [...seriesConditions(query, having), ...conditions, ...more];
      const text = select(columns, measurement.points, all, `GROUP BY *${rest}`);
      return (await runQueries(connection, [text]))[0] ?? [];
    };
    let groups = await ask([]);
    // To ask for the field costs the server half as much again, so only where others took the places of values.
    const isCut = groups.some(
      ({ rows }) => rows.length === newest && rows.some((row) => row[field] === null),
    );
    if (isCut) groups = await ask([hasNumber(field)]);
    return groups.flatMap(({ tags, rows }) => {
      const annotations = readAnnotations(tags);
      const side = readSide(tags);
      const repeat = readRepeat(tags);
      return rows.flatMap((row) => {
        const value = readNumber(row, field);
        if (value === undefined) return [];
        const isOutlier = readOutliers(readText(row, 'outliers')).includes(query.metric);
        return {
          runId: decodeTag(readText(row, 'build')),
          atMs: readNumber(row, 'time') ?? 0,
          annotations,
          rest: { annotations, side, repeat, value, isOutlier },
        };
      });
    });
  }

  /** Looks up the builds that are not known. */
  async function joinBuilds(
    query: SliceQuery | SeriesQuery,
    found: readonly FoundValue[],
    known: BuildsOfSuite,
  ): Promise<SeriesValue[]> {
    const times = found.filter(({ runId }) => !known.has(runId)).map(({ atMs }) => atMs);
    if (times.length === 0) return join(found, known);
    const first = times.reduce((least, ms) => Math.min(least, ms), Infinity);
    const last = times.reduce((most, ms) => Math.max(most, ms), -Infinity);
    const builds = await findBuilds(connection, query, isWithin(first, last));
    return join(found, new Map([...known, ...builds]));
  }
}

/** Without the values of builds that went in the meantime. */
function join(found: readonly FoundValue[], builds: BuildsOfSuite): SeriesValue[] {
  return found.flatMap(({ runId, rest }) => {
    const build = builds.get(runId);
    if (build === undefined) return [];
    return [{ build, commit: rest.side === 'before' ? build.baseline : build.commit, ...rest }];
  });
}

export function seriesConditions(
  query: Omit<SeriesQuery, 'annotations' | 'metric'>,
  annotations: SeriesQuery['annotations'],
): string[] {
  const { test, span, platform, side, branchKind } = query;
  return [
    ...suiteConditions(query),
    isEqual('test', encodeTag(test)),
    isEqual('span', encodeTag(span)),
    isEqual('platform', encodeTag(platform)),
    ...(side === undefined ? [] : [isEqual('side', side)]),
    ...(branchKind === undefined ? [] : [isEqual('branch_kind', branchKind)]),
    ...Object.entries(annotations).map(([key, value]) => {
      return isTag(tagOfAnnotation(key), encodeAnnotation(value));
    }),
  ];
}

/** In whole milliseconds; times are finer than that. */
function isWithin(firstMs: number, lastMs: number): string[] {
  return [`time >= ${firstMs}ms`, `time < ${lastMs + 1}ms`];
}

/** At least `count` of them where there are so many: what is older than those cannot be among the last. */
function keepNewest(found: readonly FoundValue[], count: number): FoundValue[] {
  const times = found.map(({ atMs }) => atMs).sort((a, b) => b - a);
  const oldest = times[Math.min(count, times.length) - 1] ?? 0;
  return found.filter(({ atMs }) => atMs >= oldest);
}

function isOf({ annotations }: SeriesQuery): (value: FoundValue) => boolean {
  const wanted = annotationKey(annotations);
  return (value) => annotationKey(value.annotations) === wanted;
}
