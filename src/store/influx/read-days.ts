import type { SeriesDay } from '../series-point.ts';
import { type DayQuery, StoreUnavailable } from '../series-store.ts';
import type { Connection } from './connect.ts';
import { suiteConditions } from './find-builds.ts';
import { dailyBucket } from './transport.ts';
import { isTag, quoteName, select } from './influxql.ts';
import { annotationOfTag, fieldOfMetric, measurement, tagOfAnnotation } from './names.ts';
import { seriesConditions } from './read-series.ts';
import { readNumber, readText, type Row, runQueries } from './run-queries.ts';

/** From the points as far as they are kept, and from the medians of days before that. */
export async function readDays(
  connection: Connection,
  query: DayQuery,
  count: number,
): Promise<SeriesDay[]> {
  const conditions = [
    ...seriesConditions(query, query.annotations),
    ...(await listAbsent(connection, query)),
  ];
  const field = fieldOfMetric(query.metric);
  const newest = `ORDER BY time DESC LIMIT ${count}`;
  const live = select(
    `median(${quoteName(field)}) AS median`,
    measurement.points,
    conditions,
    `GROUP BY time(1d) fill(none) ${newest}`,
  );
  const kept = select(`${quoteName(field)} AS median`, measurement.points, conditions, newest);
  const [groups = []] = await runQueries(connection, [live]);
  const recent = readRows(groups[0]?.rows ?? []);
  const older = readRows(await readKept(connection, kept));
  const days = new Map([...older, ...recent]);
  const [first] = recent.at(-1) ?? [];
  // A part of the oldest day may be gone already, which the kept median still holds.
  const whole = older.find(([day]) => day === first);
  if (whole !== undefined) days.set(...whole);
  return [...days]
    .map(([dayMs, median]) => ({ dayMs, median }))
    .sort((a, b) => a.dayMs - b.dayMs)
    .slice(-count);
}

/** Series with an annotation more are others. */
async function listAbsent(connection: Connection, query: DayQuery): Promise<string[]> {
  const where = suiteConditions(query).join(' AND ');
  const text = `SHOW TAG KEYS FROM ${quoteName(measurement.spans)} WHERE ${where}`;
  const [groups = []] = await runQueries(connection, [text]);
  const own = new Set(Object.keys(query.annotations).map(tagOfAnnotation));
  return (groups[0]?.rows ?? [])
    .map((row) => readText(row, 'tagKey'))
    .filter((tag) => annotationOfTag(tag) !== undefined && !own.has(tag))
    .map((tag) => isTag(tag, ''));
}

/** Without a setup, nothing is kept. */
async function readKept(connection: Connection, query: string): Promise<Row[]> {
  try {
    const bucket = dailyBucket(connection.settings.bucket);
    const [groups = []] = await runQueries(connection, [query], { bucket });
    return groups[0]?.rows ?? [];
  } catch (error) {
    const isMissing = error instanceof StoreUnavailable && /not found/.test(error.message);
    if (isMissing) return [];
    throw error;
  }
}

function readRows(rows: readonly Row[]): [number, number][] {
  return rows.flatMap((row): [number, number][] => {
    const day = readNumber(row, 'time');
    const median = readNumber(row, 'median');
    return day === undefined || median === undefined ? [] : [[day, median]];
  });
}
