import type { DatabaseSync } from 'node:sqlite';
import { openGateQueries, packEntry } from '../../../src/settings/gate/query-ledger.ts';
import { packJson } from '../../../src/settings/pack-json.ts';
import type { Ledger } from './ledger.ts';
import { runNumber } from './verdicts.ts';

/** How often the gate was red, and how often it would have been so without a reason. */
export function openStatistics(
  database: DatabaseSync,
): Pick<
  Ledger,
  | 'noteOutcome'
  | 'noteBlindSpots'
  | 'readBlindSpots'
  | 'readStatistics'
  | 'noteControl'
  | 'hasControl'
  | 'listGateEntries'
> {
  const note = database.prepare(
    `INSERT INTO outcomes (repository, suite, run, commit_id, red, cleared, confirmed, at_ms, entry,
       tests)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET commit_id = excluded.commit_id, red = excluded.red,
       cleared = excluded.cleared, confirmed = excluded.confirmed,
       entry = excluded.entry, tests = excluded.tests`,
  );
  // A commit that was measured in several runs counts once, as the newest run of each suite ended.
  const commits = database.prepare(
    `WITH newest AS (
       SELECT commit_id, red,
         row_number() OVER (PARTITION BY commit_id, suite ORDER BY ${runNumber} DESC) AS place
       FROM outcomes WHERE repository = ? AND at_ms >= ?)
     SELECT count(DISTINCT commit_id) AS judged,
       count(DISTINCT CASE WHEN red = 1 THEN commit_id END) AS red
     FROM newest WHERE place = 1`,
  );
  const alarms = database.prepare(
    `SELECT coalesce(sum(json_array_length(cleared)), 0) AS cleared,
       coalesce(sum(json_array_length(confirmed)), 0) AS confirmed
     FROM outcomes WHERE repository = ? AND at_ms >= ?`,
  );
  const queries = openGateQueries(database);
  const noteSpots = database.prepare(
    `INSERT INTO blind_spots (repository, suite, commit_id, tests, at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET tests = excluded.tests`,
  );
  const readSpots = database.prepare(
    'SELECT tests FROM blind_spots WHERE repository = ? AND suite = ? AND commit_id = ?',
  );
  const control = database.prepare(
    `INSERT INTO controls (repository, suite, run, shard, entry, at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET entry = excluded.entry, at_ms = excluded.at_ms`,
  );
  const findControl = database.prepare(
    'SELECT 1 AS found FROM controls WHERE repository = ? AND run = ? LIMIT 1',
  );
  return {
    noteBlindSpots({ repositoryId, suite }, commit, tests, atMs) {
      noteSpots.run(repositoryId, suite, commit, writeKeys(tests), atMs);
    },
    readBlindSpots({ repositoryId, suite }, commit) {
      const row = readSpots.get(repositoryId, suite, commit) as { tests: string } | undefined;
      return row === undefined ? [] : (JSON.parse(row.tests) as string[]);
    },
    noteOutcome({ repositoryId, suite, runId }, commit, { red, cleared, confirmed, entry }, atMs) {
      note.run(
        repositoryId,
        suite,
        runId,
        commit,
        red ? 1 : 0,
        writeKeys(cleared),
        writeKeys(confirmed),
        atMs,
        ...packEntry(entry),
      );
    },
    noteControl(repositoryId, entry) {
      const { at, run, suite } = entry;
      const shard = entry.control?.shard ?? 0;
      control.run(repositoryId, suite, run, shard, packJson(entry), Date.parse(at));
    },
    hasControl: (repositoryId, run) => findControl.get(repositoryId, run) !== undefined,
    listGateEntries: queries.listEntries,
    readStatistics(repositoryId, sinceMs) {
      const { judged, red } = commits.get(repositoryId, sinceMs) as Record<string, number>;
      const { cleared, confirmed } = alarms.get(repositoryId, sinceMs) as Record<string, number>;
      return {
        sinceMs,
        judged: judged ?? 0,
        red: red ?? 0,
        cleared: cleared ?? 0,
        confirmed: confirmed ?? 0,
        accepted: queries.countAccepted(repositoryId, sinceMs),
        blindSpots: queries.countBlindSpots(repositoryId, sinceMs),
      };
    },
  };
}

function writeKeys(keys: readonly string[]): string {
  return JSON.stringify([...new Set(keys)]);
}
