import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { NewerLayout, openDatabase, openSqlite } from '../../sqlite/open-database.ts';

/** How long a statement waits for another process. A write waits longer, without blocking. */
const busyTimeoutMs = 50;

/**
 * A row of `samples` holds all repeats of one span on one side of one build: five repeats of ten metrics are
 * one insertion instead of fifty.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS builds (
    id INTEGER PRIMARY KEY,
    repository TEXT NOT NULL,
    suite TEXT NOT NULL,
    run TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    order_ms INTEGER NOT NULL,
    commit_id TEXT NOT NULL,
    facts TEXT NOT NULL,
    UNIQUE (repository, suite, run)
  );
  CREATE INDEX IF NOT EXISTS builds_by_commit ON builds (repository, suite, commit_id);
  CREATE INDEX IF NOT EXISTS builds_in_order ON builds (repository, suite, order_ms);
  CREATE INDEX IF NOT EXISTS builds_by_time ON builds (at_ms);
  CREATE TABLE IF NOT EXISTS spans (
    id INTEGER PRIMARY KEY,
    repository TEXT NOT NULL,
    suite TEXT NOT NULL,
    test TEXT NOT NULL,
    span TEXT NOT NULL,
    platform TEXT NOT NULL,
    annotations TEXT NOT NULL,
    UNIQUE (repository, suite, test, span, platform, annotations)
  );
  CREATE TABLE IF NOT EXISTS metric_sets (id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS samples (
    id INTEGER PRIMARY KEY,
    build INTEGER NOT NULL,
    span INTEGER NOT NULL,
    side INTEGER NOT NULL,
    branch_kind INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    metric_set INTEGER NOT NULL,
    repeats BLOB NOT NULL,
    outliers BLOB
  );
  CREATE UNIQUE INDEX IF NOT EXISTS samples_of_build ON samples (build, span, side);
  CREATE INDEX IF NOT EXISTS samples_of_span ON samples (span, side, branch_kind, at_ms);
  CREATE TABLE IF NOT EXISTS days (
    span INTEGER NOT NULL,
    side INTEGER NOT NULL,
    branch_kind INTEGER NOT NULL,
    metric TEXT NOT NULL,
    day_ms INTEGER NOT NULL,
    median REAL NOT NULL,
    PRIMARY KEY (span, side, branch_kind, metric, day_ms)
  ) WITHOUT ROWID;
`;

/**
 * Opens the file for writing, and makes its tables where it has none.
 * @throws Error of SQLite, or that a newer version has written the file
 */
export function openForWriting(file: string): DatabaseSync {
  const database = open(file);
  // A file of the same layout may lack a table or an index that came later.
  database.exec(tables);
  database.exec('PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -65536');
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  return database;
}

function open(file: string): DatabaseSync {
  try {
    return openDatabase(file, { steps: [tables], waitMs: 5_000 });
  } catch (cause) {
    if (!(cause instanceof NewerLayout)) throw cause;
    throw new Error(`${file} was written by a newer version of Perigee`, { cause });
  }
}

/**
 * Removes the `-wal` and `-shm` that a connection for reading made beside a file that no other process has open: SQLite
 * leaves that to one that may write. Where another process has it open they stay.
 */
export function tidyAfterReading(file: string): void {
  if (!existsSync(`${file}-wal`)) return;
  try {
    const database = openSqlite(file);
    database.prepare('SELECT 1 FROM sqlite_master').get();
    database.close();
  } catch {
    // They do no harm, and this user may not write there.
  }
}

/** A connection of its own for reading: it sees what is stored for good, never half a build. */
export function openForReading(file: string): DatabaseSync {
  const database = openSqlite(file, { readOnly: true, timeout: 5_000 });
  database.exec('PRAGMA cache_size = -32768');
  return database;
}
