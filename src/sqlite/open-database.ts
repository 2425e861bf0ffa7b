import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isBusy } from './result-codes.ts';
import { transact } from './transact.ts';

/** A newer version of Perigee has written the file. */
export class NewerLayout extends Error {
  override readonly name = 'NewerLayout';
  readonly found: number;
  readonly known: number;

  constructor(found: number, known: number) {
    super(`layout ${known} or older was expected, found ${found}`);
    this.found = found;
    this.known = known;
  }
}

export interface OpenOptions {
  /** Leads from one layout to the next, oldest first: `user_version` of a file says how many it has. */
  steps: readonly string[];
  /** How long a statement waits for another process that writes. */
  waitMs: number;
}

/**
 * Opens a file for writing, makes it where there is none, and brings its tables to the newest layout. Several
 * processes may have it open: readers never wait (WAL), writers take turns. What was committed outlives a power
 * cut (`synchronous = FULL`).
 * @throws NewerLayout, or the error of SQLite or of the file system
 */
export function openDatabase(file: string, { steps, waitMs }: OpenOptions): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  const database = openSqlite(file, { timeout: waitMs });
  try {
    waitForTurn(waitMs, () => database.exec('PRAGMA journal_mode = WAL'));
    database.exec('PRAGMA synchronous = FULL');
    // One transaction for all steps: a process that opens the same file meanwhile waits, and finds nothing to do.
    transact(database, () => migrate(database, steps));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Not by an import: Node 20 has none, and shows the help of commands that need it all the same. */
export function openSqlite(...request: ConstructorParameters<typeof DatabaseSync>): DatabaseSync {
  return new (process.getBuiltinModule('node:sqlite').DatabaseSync)(...request);
}

const pauseMs = 5;

/** Of two processes that make the same file at once, SQLite refuses one without waiting for its timeout. */
function waitForTurn(waitMs: number, work: () => void): void {
  const untilMs = performance.now() + waitMs;
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= untilMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function migrate(database: DatabaseSync, steps: readonly string[]): void {
  const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (found > steps.length) throw new NewerLayout(found, steps.length);
  for (const step of steps.slice(found)) database.exec(step);
  database.exec(`PRAGMA user_version = ${steps.length}`);
}
