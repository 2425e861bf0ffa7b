import { keyEvent } from '../event-log.ts';
import type { EventQueue } from '../event-queue.ts';
import { tryHoldFile } from './hold-file.ts';
import { openMessageTable } from './messages.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteLetters } from './sqlite-letters.ts';
import { openSqliteSource, type SqliteTimes, usualSqliteTimes } from './sqlite-source.ts';

/**
 * A log in one file, for everything on one machine: several processes write it at once, and one reads it for
 * each group. Not for a network file system, whose locks SQLite cannot trust.
 * @throws UserError when the file cannot be opened or is none of ours
 */
export function openSqliteQueue(options: {
  file: string;
  times?: Partial<SqliteTimes>;
}): EventQueue {
  const { file } = options;
  const database = openDatabase(file);
  const messages = openMessageTable(database);
  const name = `file ${file}`;
  const times = { ...usualSqliteTimes, ...options.times };
  return {
    log: {
      name,
      append: async (event, signal) => {
        signal.throwIfAborted();
        messages.append(keyEvent(event), JSON.stringify(event), Date.now());
      },
    },
    deadLetters: openSqliteLetters(database, name, messages),
    openSource: (group) =>
      openSqliteSource(database, name, group, {
        ...times,
        tryHold: () => tryHoldFile(file, `${group}.reader`),
      }),
    holdGroup: async (group) => {
      const hold = tryHoldFile(file, group);
      return hold && { isShared: async () => false, release: hold.release };
    },
    appendRaw: async ({ key, value }) => messages.append(key, value, Date.now()),
    close: async () => database.close(),
  };
}
