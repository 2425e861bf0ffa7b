import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../../src/contract/user-error.ts';
import { migrations } from './migrations.ts';

/** How long a statement waits for another process that writes. A write takes milliseconds. */
const busyTimeoutMs = 5_000;

/**
 * Opens the file and brings its tables to what this version knows. Any number of processes may have it open.
 * @throws UserError when it cannot be opened, is no such file, or a newer version has written it
 */
export function openDatabase(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    database.exec('PRAGMA journal_mode = WAL');
    // An accept that was confirmed to somebody must be there after a power cut too.
    database.exec('PRAGMA synchronous = FULL');
    migrate(database, file);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof UserError) throw error;
    throw new UserError({
      where: file,
      seen: `the ledger of the bot cannot be opened: ${(error as Error).message}`,
      expected: 'a file of its own that this process may read and write, on a local disk',
      cause: error,
    });
  }
}

/** One transaction for all steps: a process that opens the same file meanwhile waits, and finds nothing to do. */
function migrate(database: DatabaseSync, file: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const row = database.prepare('PRAGMA user_version').get() as { user_version: number };
    const found = row.user_version;
    if (found > migrations.length) {
      throw new UserError({
        where: file,
        seen: 'the ledger of the bot was written by a newer version of Perigee',
        expected: `layout ${migrations.length} or older, found ${found}`,
        remedy: 'run the newer version again, or name another file with bot.ledger',
      });
    }
    for (const step of migrations.slice(found)) database.exec(step);
    database.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
