import { type Alert, lastTransition } from '../../contract/alerts.ts';
import type { LevelMark, Marks } from '../series-store.ts';
import type { Connection } from './connect.ts';
import { findBuilds, suiteConditions } from './find-builds.ts';
import { isEqual, select } from './influxql.ts';
import {
  byLevels,
  type ChangeFinder,
  lineOfChange,
  lineOfJudged,
  lineOfLevel,
  lineOfNight,
  lineOfWithdrawn,
  withdrawn,
} from './lines-of-marks.ts';
import { measurement } from './names.ts';
import { readSpan } from './read-points.ts';
import { readNumber, runQueries } from './run-queries.ts';
import { decodeTag, encodeTag } from './tag-text.ts';
import { LinesRefused } from './transport.ts';

/** Writes what happened to a repository. What is no longer so stays, as withdrawn. */
export async function keepMarks(
  connection: Connection,
  { repository, marks }: { repository: string; marks: Marks },
  signal: AbortSignal,
): Promise<void> {
  const { alerts = [], judged = [], levels, nights = [] } = marks;
  const lines = [
    ...judged.flatMap((entry) => lineOfJudged(repository, entry) ?? []),
    ...nights.map((night) => lineOfNight(repository, night)),
  ];
  for (const alert of alerts) lines.push(...(await linesOfAlert(connection, alert, signal)));
  if (levels !== undefined) {
    lines.push(...(await linesOfLevels(connection, { repository, levels }, signal)));
  }
  if (lines.length === 0) return;
  try {
    await connection.write(lines, signal);
  } catch (error) {
    // Marks older than the retention are not kept; the rest are.
    if (!(error instanceof LinesRefused) || !/retention/.test(error.message)) throw error;
  }
}

async function linesOfAlert(
  connection: Connection,
  alert: Alert,
  signal: AbortSignal,
): Promise<string[]> {
  const atMs = await findTime(connection, alert);
  const conditions = [
    ...suiteConditions(alert),
    isEqual('found_by', alert.foundBy),
    `"number" = ${alert.number}`,
  ];
  const now = alert.series.map((series) => ({
    line: lineOfChange(alert, series, atMs),
    withdrawal: lineOfWithdrawn(alert, series, atMs),
  }));
  return replace(now, await listKept(connection, conditions, signal));
}

async function linesOfLevels(
  connection: Connection,
  { levels, repository }: { levels: readonly LevelMark[]; repository: string },
  signal: AbortSignal,
): Promise<string[]> {
  const conditions = [
    isEqual('repository', encodeTag(repository)),
    isEqual('found_by', byLevels),
    `"state" != '${withdrawn}'`,
  ];
  const now = levels.map((mark) => {
    const finder = { foundBy: byLevels, repository, suite: mark.suite } as const;
    const withdrawal = lineOfWithdrawn(finder, mark.series, mark.atMs);
    return { line: lineOfLevel(repository, mark), withdrawal };
  });
  return replace(now, await listKept(connection, conditions, signal));
}

/** The lines of what is now, and those that withdraw what was. */
function replace(
  now: readonly { line: string; withdrawal: string }[],
  kept: readonly string[],
): string[] {
  const own = new Set(now.map(({ withdrawal }) => withdrawal));
  return [...now.map(({ line }) => line), ...kept.filter((one) => !own.has(one))];
}

/** When the commit was first measured; when the alert was raised, while the store does not know it. */
async function findTime(connection: Connection, alert: Alert): Promise<number> {
  const builds = await findBuilds(connection, alert, [isEqual('commit', alert.commit)]);
  const times = [...builds.values()].map(({ atMs }) => atMs);
  const raised = alert.transitions[0] ?? lastTransition(alert);
  return times.length === 0 ? raised.atMs : Math.min(...times);
}

/** @returns what would withdraw each mark that is there */
async function listKept(
  connection: Connection,
  conditions: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const query = select('"state"', measurement.changes, conditions, 'GROUP BY *');
  const [groups = []] = await runQueries(connection, [query], { signal });
  return groups.flatMap(({ rows, tags }) => {
    const decode = (name: string): string => decodeTag(tags[name] ?? '');
    const finder = {
      ...{ repository: decode('repository'), suite: decode('suite') },
      foundBy: decode('found_by') as ChangeFinder['foundBy'],
    };
    const series = { ...readSpan(tags), metric: decode('metric') };
    return rows.map((row) => lineOfWithdrawn(finder, series, readNumber(row, 'time') ?? 0));
  });
}
