import type { DatabaseSync } from 'node:sqlite';
import type { GateEntry, JudgedBuild } from '../../contract/documents.ts';
import { packJson, type PackedJson, unpackJson } from '../pack-json.ts';

/** Builds whose tests are read: they are most of an entry, and only the newest say what vanished. */
const mostWithTests = 100;

/** What the ledger of the bot has for the record of a gate. */
export interface GateQueries {
  /** Oldest first; of older builds without their tests. */
  listEntries(repositoryId: number, sinceMs: number): GateEntry[];
  /** Accepts that were made since then and not taken back. */
  countAccepted(repositoryId: number, sinceMs: number): number;
  countBlindSpots(repositoryId: number, sinceMs: number): number;
}

/** @param database a ledger that bot/src/ledger made */
export function openGateQueries(database: DatabaseSync): GateQueries {
  const entries = database.prepare(
    `SELECT entry, at_ms, CASE
         WHEN row_number() OVER (ORDER BY at_ms DESC) <= ${mostWithTests} THEN tests
       END AS tests
       FROM outcomes WHERE repository = ?1 AND at_ms >= ?2 AND entry IS NOT NULL
     UNION ALL
     SELECT entry, at_ms, NULL FROM controls WHERE repository = ?1 AND at_ms >= ?2
     ORDER BY at_ms`,
  );
  const accepts = database.prepare(
    `SELECT count(*) AS found FROM accepts
     WHERE repository = ? AND at_ms >= ? AND taken_back_ms IS NULL`,
  );
  const spots = database.prepare(
    `SELECT coalesce(sum(json_array_length(tests)), 0) AS found
     FROM blind_spots WHERE repository = ? AND at_ms >= ?`,
  );
  const count = (query: typeof spots, repositoryId: number, sinceMs: number): number =>
    (query.get(repositoryId, sinceMs) as { found: number }).found;
  return {
    listEntries(repositoryId, sinceMs) {
      return entries.all(repositoryId, sinceMs).map((row) => unpackEntry(row as EntryRow));
    },
    countAccepted: (repositoryId, sinceMs) => count(accepts, repositoryId, sinceMs),
    countBlindSpots: (repositoryId, sinceMs) => count(spots, repositoryId, sinceMs),
  };
}

type EntryRow = { entry: PackedJson; tests: PackedJson | null };

/** The columns `entry` and `tests` of an outcome. */
export function packEntry(entry: GateEntry | undefined): [PackedJson | null, PackedJson | null] {
  if (entry === undefined) return [null, null];
  const { judged } = entry;
  if (judged === undefined) return [packJson(entry), null];
  return [packJson({ ...entry, judged: { ...judged, tests: [] } }), packJson(judged.tests)];
}

function unpackEntry({ entry, tests }: EntryRow): GateEntry {
  const found = unpackJson(entry) as GateEntry;
  if (tests === null || found.judged === undefined) return found;
  const own = unpackJson(tests) as JudgedBuild['tests'];
  return { ...found, judged: { ...found.judged, tests: own } };
}
