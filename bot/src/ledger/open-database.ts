import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../../src/contract/user-error.ts';
import { NewerLayout, openDatabase } from '../../../src/sqlite/open-database.ts';
import { migrations } from './migrations.ts';

/** How long a statement waits for another process that writes. A write takes milliseconds. */
const busyTimeoutMs = 5_000;

/**
 * Opens the file and brings its tables to what this version knows. Any number of processes may have it open.
 * @throws UserError when it cannot be opened, is no such file, or a newer version has written it
 */
export function openLedgerFile(file: string): DatabaseSync {
  try {
    return openDatabase(file, { steps: migrations, waitMs: busyTimeoutMs });
  } catch (cause) {
    if (cause instanceof NewerLayout) {
      throw new UserError({
        where: file,
        seen: 'the ledger of the bot was written by a newer version of Perigee',
        expected: cause.message,
        remedy: 'run the newer version again, or name another file with bot.ledger',
        cause,
      });
    }
    throw new UserError({
      where: file,
      seen: `the ledger of the bot cannot be opened: ${(cause as Error).message}`,
      expected: 'a file of its own that this process may read and write, on a local disk',
      cause,
    });
  }
}
