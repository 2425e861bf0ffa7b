import type { DatabaseSync } from 'node:sqlite';
import type { ObservationRecord } from '../../../src/contract/documents.ts';
import { type PackedJson, packJson, unpackJson } from '../../../src/serving/pack-json.ts';
import type { Ledger } from './ledger.ts';

/** Of one shard of one plan: a change is compared with the commit that it began at, or with the newest. */
const mostKept = 20;

/** What runs of the default branch saw that setup and the tests read. */
export function openObservations(
  database: DatabaseSync,
): Pick<Ledger, 'keepObservation' | 'findObservation' | 'readObservedMs'> {
  const keep = database.prepare(
    `INSERT INTO observations (repository, suite, plan, shard, commit_id, observation, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET observation = excluded.observation, at_ms = excluded.at_ms`,
  );
  const drop = database.prepare(
    `DELETE FROM observations WHERE repository = ?1 AND suite = ?2 AND plan = ?3 AND shard = ?4
       AND commit_id NOT IN (SELECT commit_id FROM observations
         WHERE repository = ?1 AND suite = ?2 AND plan = ?3 AND shard = ?4
         ORDER BY at_ms DESC LIMIT ${mostKept})`,
  );
  const find = database.prepare(
    `SELECT observation FROM observations
     WHERE repository = ? AND suite = ? AND plan = ? AND shard = ?
     ORDER BY commit_id = ? DESC, at_ms DESC LIMIT 1 OFFSET ?`,
  );
  const readNewest = database.prepare(
    'SELECT max(at_ms) AS newest FROM observations WHERE repository = ? AND suite = ? AND plan = ?',
  );
  return {
    keepObservation({ planDigest, repositoryId, shard, suite }, observation, atMs) {
      const key = [repositoryId, suite, planDigest, shard] as const;
      keep.run(...key, observation.commit, packJson(observation), atMs);
      drop.run(...key);
    },
    findObservation({ planDigest, repositoryId, shard, suite }, commit, place) {
      const row = find.get(repositoryId, suite, planDigest, shard, commit, place) as
        | { observation: PackedJson }
        | undefined;
      return row && (unpackJson(row.observation) as ObservationRecord);
    },
    readObservedMs(repositoryId, suite, planDigest) {
      const row = readNewest.get(repositoryId, suite, planDigest) as { newest: number | null };
      return row.newest ?? undefined;
    },
  };
}
