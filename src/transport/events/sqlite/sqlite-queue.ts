import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DeadLetter, DeadLetters } from '../dead-letters.ts';
import { keyEvent } from '../event-log.ts';
import type { EventQueue } from '../event-queue.ts';
import { nameLetter } from '../name-letter.ts';
import { tellInOneLine } from '../one-line.ts';
import { tryHoldFile } from './hold-file.ts';
import { openMessageTable, type MessageTable } from './messages.ts';
import { openDatabase, inTransaction } from './open-database.ts';
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

/** Dead letters in the file of the log itself: a replay takes and writes in one transaction. */
function openSqliteLetters(
  database: DatabaseSync,
  name: string,
  messages: MessageTable,
): DeadLetters {
  const put = database.prepare('INSERT OR IGNORE INTO letters VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const all = database.prepare('SELECT * FROM letters ORDER BY put_at_ms, rowid');
  const one = database.prepare('SELECT * FROM letters WHERE id = ?');
  const remove = database.prepare('DELETE FROM letters WHERE id = ?');
  const list = (): DeadLetter[] => all.all().map(readLetter);
  const choose = (ids: readonly string[] | 'all'): DeadLetter[] =>
    ids === 'all' ? list() : [...new Set(ids)].flatMap((id) => one.all(id).map(readLetter));
  return {
    name: `dead letters of ${name}`,
    put: async ({ message, reason, source }) => {
      const { key, value, position, receivedAtMs } = message;
      const id = nameLetter(source, position);
      put.run(id, Date.now(), tellInOneLine(reason), source, key, value, position, receivedAtMs);
      return id;
    },
    list: async () => list(),
    show: async (id) => choose([id])[0],
    replay: async (ids) =>
      inTransaction(database, () =>
        choose(ids).map(({ id, message }) => {
          messages.append(message.key, message.value, Date.now());
          remove.run(id);
          return id;
        }),
      ),
    purge: async (ids) =>
      inTransaction(database, () =>
        choose(ids).map(({ id }) => {
          remove.run(id);
          return id;
        }),
      ),
  };
}

function readLetter(row: Record<string, SQLOutputValue>): DeadLetter {
  return {
    id: String(row['id']),
    putAtMs: Number(row['put_at_ms']),
    reason: String(row['reason']),
    source: String(row['source']),
    message: {
      key: String(row['key']),
      value: String(row['value']),
      position: String(row['position']),
      receivedAtMs: Number(row['received_at_ms']),
    },
  };
}
