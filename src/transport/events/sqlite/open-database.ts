import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../../contract/user-error.ts';

/** Another process holds the file's lock for milliseconds, unless it hangs. */
const longestLockMs = 5_000;
const schemaVersion = 2;

const schema = `
  CREATE TABLE IF NOT EXISTS messages (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    partition INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    received_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_of_partition ON messages (partition, sequence);
  CREATE TABLE IF NOT EXISTS positions (
    consumers TEXT NOT NULL,
    partition INTEGER NOT NULL,
    done_up_to INTEGER NOT NULL,
    PRIMARY KEY (consumers, partition)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS letters (
    id TEXT PRIMARY KEY,
    put_at_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    source TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    position TEXT NOT NULL,
    received_at_ms INTEGER NOT NULL
  ) STRICT;
  PRAGMA user_version = ${schemaVersion};
`;

/** In version 1 a group had several readers: who they were, and which of them had which partition. */
const fromVersion1 = `
  ${schema}
  INSERT INTO positions SELECT consumers, partition, done_up_to FROM claims;
  DROP TABLE claims;
  DROP TABLE members;
`;

/**
 * The file of a log, made when it is not there. Several processes may have it open: readers never wait
 * (WAL), writers take turns. What was committed outlives a power cut (`synchronous = FULL`).
 * @throws UserError when the file cannot be opened or is none of ours
 */
export function openDatabase(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: longestLockMs });
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      inTransaction(database, () => prepareSchema(database, file));
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError({
      where: file,
      seen: `the event log cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
      expected: 'a file of Perigee, or a place where one can be made, on a local disk',
      cause,
    });
  }
}

function prepareSchema(database: DatabaseSync, file: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === schemaVersion) return;
  if (version <= 1) {
    database.exec(version === 0 ? schema : fromVersion1);
    return;
  }
  throw new UserError({
    where: file,
    seen: `an event log of version ${version}`,
    expected: `version ${schemaVersion}, which this Perigee reads`,
    remedy: 'use the Perigee that wrote it, or name another file',
  });
}

/** All of it or nothing. The write lock is taken at once, so that no reader has to become a writer. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
