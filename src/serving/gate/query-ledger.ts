import type { DatabaseSync } from 'node:sqlite';
import type { GateEntry } from '../../contract/documents.ts';
import { type PackedJson, unpackJson } from '../pack-json.ts';

/** What the ledger of the bot has for the record of a gate. */
export interface GateQueries {
  /** Oldest first. */
  listEntries(repositoryId: number, sinceMs: number): GateEntry[];
  /** Accepts that were made since then and not taken back. */
  countAccepted(repositoryId: number, sinceMs: number): number;
  countBlindSpots(repositoryId: number, sinceMs: number): number;
}

/** @param database a ledger that bot/src/ledger made */
export function openGateQueries(database: DatabaseSync): GateQueries {
  const entries = database.prepare(
    `SELECT entry, at_ms FROM outcomes
       WHERE repository = ?1 AND at_ms >= ?2 AND entry IS NOT NULL
     UNION ALL
     SELECT entry, at_ms FROM controls WHERE repository = ?1 AND at_ms >= ?2
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
      const rows = entries.all(repositoryId, sinceMs) as { entry: PackedJson }[];
      return rows.map(({ entry }) => unpackJson(entry) as GateEntry);
    },
    countAccepted: (repositoryId, sinceMs) => count(accepts, repositoryId, sinceMs),
    countBlindSpots: (repositoryId, sinceMs) => count(spots, repositoryId, sinceMs),
  };
}
