import { annotationKey } from '../../contract/series-key.ts';
import {
  groupBySlice,
  hasAnnotations,
  orderOfCommit,
  sortByCommit,
  sortByTime,
} from '../order-values.ts';
import type { SeriesValue } from '../series-point.ts';
import type { CommitRange, SeriesQuery, SeriesStore, Slice, SliceQuery } from '../series-store.ts';
import type { Connection } from './connect.ts';
import { findBuilds, suiteConditions } from './find-builds.ts';
import { hasNumber, isAnyOf, isEqual, quoteName, select } from './influxql.ts';
import { readOutliers } from './lines.ts';
import { fieldOfMetric, measurement, tagOfAnnotation } from './names.ts';
import { readAnnotations, readRepeat, readSide } from './read-points.ts';
import { readNumber, readText, runQueries } from './run-queries.ts';
import { encodeAnnotation, encodeTag } from './tag-text.ts';

type SeriesReads = Pick<SeriesStore, 'readLast' | 'readRange' | 'readSlices'>;

/** A value whose build is not looked up yet. */
interface FoundValue {
  runId: string;
  atMs: number;
  annotations: SeriesQuery['annotations'];
  /** All but its build. */
  rest: Omit<SeriesValue, 'build'>;
}

export function openSeriesReads(connection: Connection): SeriesReads {
  return { readLast, readRange, readSlices };

  async function readLast(query: SeriesQuery, count: number): Promise<SeriesValue[]> {
    const found = await findLast(query, query.annotations, count);
    const values = await joinBuilds(query, keepNewest(found.filter(isOf(query)), count));
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
    const within = isWithin(Math.min(...times), Math.max(...times));
    const found = await findValues(query, query.annotations, within);
    return sortByCommit(join(found.filter(isOf(query)), builds));
  }

  async function readSlices(query: SliceQuery, count: number): Promise<Slice[]> {
    const { where = {} } = query;
    const all = await findLast(query, where, count);
    const found = all.filter(({ annotations }) => hasAnnotations(annotations, where));
    const slices = groupBySlice(found, query.by);
    const newest = slices.flatMap(([, own]) => keepNewest(own, count));
    const values = Map.groupBy(await joinBuilds(query, newest), (one) => one.annotations[query.by]);
    return slices.map(([value]) => {
      return { value, values: sortByTime(values.get(value) ?? []).slice(-count) };
    });
  }

  function findLast(
    query: SliceQuery | SeriesQuery,
    annotations: SeriesQuery['annotations'],
    count: number,
  ): Promise<FoundValue[]> {
    return findValues(query, annotations, [], `ORDER BY time DESC LIMIT ${count}`);
  }

  /** Values of every series with these annotations, and perhaps more. */
  async function findValues(
    query: SliceQuery | SeriesQuery,
    having: SeriesQuery['annotations'],
    conditions: readonly string[],
    rest = '',
  ): Promise<FoundValue[]> {
    const field = fieldOfMetric(query.metric);
    const columns = [field, 'build', 'commit', 'outliers'].map(quoteName).join(', ');
    const all = [...seriesConditions(query, having), hasNumber(field), ...conditions];
    const text = select(columns, measurement.points, all, `GROUP BY * ${rest}`);
    const [groups = []] = await runQueries(connection, [text]);
    return groups.flatMap(({ tags, rows }) => {
      const annotations = readAnnotations(tags);
      const side = readSide(tags);
      const repeat = readRepeat(tags);
      return rows.map((row) => {
        const commit = readText(row, 'commit');
        const value = readNumber(row, field) ?? NaN;
        const isOutlier = readOutliers(readText(row, 'outliers')).includes(query.metric);
        return {
          runId: readText(row, 'build'),
          atMs: readNumber(row, 'time') ?? 0,
          annotations,
          rest: { commit, annotations, side, repeat, value, isOutlier },
        };
      });
    });
  }

  async function joinBuilds(
    query: SliceQuery | SeriesQuery,
    found: readonly FoundValue[],
  ): Promise<SeriesValue[]> {
    if (found.length === 0) return [];
    const times = found.map(({ atMs }) => atMs);
    const first = times.reduce((least, ms) => Math.min(least, ms), Infinity);
    const last = times.reduce((most, ms) => Math.max(most, ms), -Infinity);
    const builds = await findBuilds(connection, query, isWithin(first, last));
    return join(found, builds);
  }
}

/** Without the values of builds that went in the meantime. */
function join(
  found: readonly FoundValue[],
  builds: ReadonlyMap<string, SeriesValue['build']>,
): SeriesValue[] {
  return found.flatMap(({ runId, rest }) => {
    const build = builds.get(runId);
    return build === undefined ? [] : [{ build, ...rest }];
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
      return isEqual(tagOfAnnotation(key), encodeAnnotation(value));
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
