import { type Alert, lastTransition } from '../../contract/alerts.ts';
import type { Marks } from '../marks.ts';
import { type Connection, LinesRefused } from './connect.ts';
import { findBuilds, suiteConditions } from './find-builds.ts';
import { isEqual, select } from './influxql.ts';
import {
  lineOfChange,
  lineOfJudged,
  lineOfNight,
  tagsOfChange,
  withdrawn,
} from './lines-of-marks.ts';
import { measurement } from './names.ts';
import { readAnnotations } from './read-points.ts';
import { readNumber, runQueries } from './run-queries.ts';
import { decodeTag } from './tag-text.ts';

/** Writes what happened to a repository. What an alert no longer says stays, as withdrawn. */
export async function keepMarks(
  connection: Connection,
  { repository, marks }: { repository: string; marks: Marks },
  signal: AbortSignal,
): Promise<void> {
  const { alerts, judged, nights } = marks;
  const lines = [
    ...judged.flatMap((entry) => lineOfJudged(repository, entry) ?? []),
    ...nights.map((night) => lineOfNight(repository, night)),
  ];
  for (const alert of alerts) lines.push(...(await linesOfAlert(connection, alert, signal)));
  if (lines.length === 0) return;
  try {
    await connection.write(lines.join('\n'), signal);
  } catch (error) {
    // Of what is older than the retention nothing is kept; the rest is.
    if (!(error instanceof LinesRefused) || !/retention/.test(error.message)) throw error;
  }
}

async function linesOfAlert(
  connection: Connection,
  alert: Alert,
  signal: AbortSignal,
): Promise<string[]> {
  const atMs = await findTime(connection, alert);
  const own = new Set(alert.series.map((series) => `${tagsOfChange(alert, series)} ${atMs}`));
  const gone = (await listKept(connection, alert, signal)).filter(
    ({ tags, atMs: before }) => !own.has(`${tags} ${before}`),
  );
  return [
    ...alert.series.map((series) => lineOfChange(alert, series, atMs)),
    ...gone.map(({ tags, atMs: before }) => {
      return `${measurement.changes}${tags} state="${withdrawn}" ${before}000000`;
    }),
  ];
}

/** When the commit was first measured; when the alert was raised, while the store does not know it. */
async function findTime(connection: Connection, alert: Alert): Promise<number> {
  const builds = await findBuilds(connection, alert, [isEqual('commit', alert.commit)]);
  const times = [...builds.values()].map(({ atMs }) => atMs);
  const raised = alert.transitions[0] ?? lastTransition(alert);
  return times.length === 0 ? raised.atMs : Math.min(...times);
}

/** What the store has of an alert. */
async function listKept(
  connection: Connection,
  alert: Alert,
  signal: AbortSignal,
): Promise<{ tags: string; atMs: number }[]> {
  const conditions = [
    ...suiteConditions(alert),
    isEqual('found_by', alert.foundBy),
    `"number" = ${alert.number}`,
  ];
  const query = select('"number"', measurement.changes, conditions, 'GROUP BY *');
  const [groups = []] = await runQueries(connection, [query], { signal });
  return groups.flatMap(({ rows, tags }) => {
    const decode = (name: string): string => decodeTag(tags[name] ?? '');
    const series = {
      ...{ test: decode('test'), span: decode('span'), metric: decode('metric') },
      ...{ platform: decode('platform'), annotations: readAnnotations(tags) },
    };
    return rows.map((row) => ({
      tags: tagsOfChange(alert, series),
      atMs: readNumber(row, 'time') ?? 0,
    }));
  });
}
