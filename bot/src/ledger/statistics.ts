import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from './ledger.ts';
import { runNumber } from './run-number.ts';

/** How often the gate was red, and how often it would have been so without a reason. */
export function openStatistics(
  database: DatabaseSync,
): Pick<Ledger, 'noteOutcome' | 'noteBlindSpots' | 'readBlindSpots' | 'readStatistics'> {
  const note = database.prepare(
    `INSERT INTO outcomes (repository, suite, run, commit_id, red, cleared, confirmed, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET commit_id = excluded.commit_id, red = excluded.red,
       cleared = excluded.cleared, confirmed = excluded.confirmed`,
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
  const accepts = database.prepare(
    `SELECT count(*) AS accepted FROM accepts
     WHERE repository = ? AND at_ms >= ? AND taken_back_ms IS NULL`,
  );
  const noteSpots = database.prepare(
    `INSERT INTO blind_spots (repository, suite, commit_id, tests, at_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET tests = excluded.tests`,
  );
  const readSpots = database.prepare(
    'SELECT tests FROM blind_spots WHERE repository = ? AND suite = ? AND commit_id = ?',
  );
  const spots = database.prepare(
    `SELECT coalesce(sum(json_array_length(tests)), 0) AS spots
     FROM blind_spots WHERE repository = ? AND at_ms >= ?`,
  );
  return {
    noteBlindSpots({ repositoryId, suite }, commit, tests, atMs) {
      noteSpots.run(repositoryId, suite, commit, writeKeys(tests), atMs);
    },
    readBlindSpots({ repositoryId, suite }, commit) {
      const row = readSpots.get(repositoryId, suite, commit) as { tests: string } | undefined;
      return row === undefined ? [] : (JSON.parse(row.tests) as string[]);
    },
    noteOutcome({ repositoryId, suite, runId }, commit, { red, cleared, confirmed }, atMs) {
      note.run(
        repositoryId,
        suite,
        runId,
        commit,
        red ? 1 : 0,
        writeKeys(cleared),
        writeKeys(confirmed),
        atMs,
      );
    },
    readStatistics(repositoryId, sinceMs) {
      const { judged, red } = commits.get(repositoryId, sinceMs) as Record<string, number>;
      const { cleared, confirmed } = alarms.get(repositoryId, sinceMs) as Record<string, number>;
      const { accepted } = accepts.get(repositoryId, sinceMs) as Record<string, number>;
      return {
        sinceMs,
        judged: judged ?? 0,
        red: red ?? 0,
        cleared: cleared ?? 0,
        confirmed: confirmed ?? 0,
        accepted: accepted ?? 0,
        blindSpots: (spots.get(repositoryId, sinceMs) as { spots: number }).spots,
      };
    },
  };
}

function writeKeys(keys: readonly string[]): string {
  return JSON.stringify([...new Set(keys)]);
}
