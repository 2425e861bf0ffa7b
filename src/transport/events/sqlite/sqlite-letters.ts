import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { DeadLetter, DeadLetters } from '../dead-letters.ts';
import { nameLetter } from '../name-letter.ts';
import { tellInOneLine } from '../one-line.ts';
import type { MessageTable } from './messages.ts';
import { inTransaction } from './open-database.ts';

/** Dead letters in the file of the log itself: a replay takes and writes in one transaction. */
export function openSqliteLetters(
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
