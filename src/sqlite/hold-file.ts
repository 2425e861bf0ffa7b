import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openSqlite } from './open-database.ts';
import { isBusy } from './result-codes.ts';

/** Proof that only this process holds something. */
export interface FileHold {
  /** Lets go of it; calling it twice does nothing. */
  release(): void;
}

/**
 * Holds a file for this process, until it lets go or is no more: the system takes back the lock of a process
 * that was killed. The file itself is free to be read and written; of those that ask here one has it.
 * @param what it is held for, a part of the name of the lock beside it
 * @returns undefined while another process has it
 * @throws Error when its folder takes no lock
 */
export function tryHoldFile(file: string, what: string): FileHold | undefined {
  const lock = `${resolveFile(file)}.${what}.lock`;
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(lock), { recursive: true });
    database = openSqlite(lock, { timeout: 0 });
    // Nothing is ever written into it: the lock of the transaction is all that it is for.
    database.exec('BEGIN EXCLUSIVE');
    const held = database;
    return { release: () => held.isOpen && held.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw new Error(`${lock} cannot be locked: ${(error as Error).message}`, { cause: error });
  }
}

/** By whatever path it is named, and also before there is one. */
function resolveFile(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const folder = dirname(file);
  return join(existsSync(folder) ? realpathSync(folder) : folder, basename(file));
}
