import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { UserError } from '../../../contract/user-error.ts';
import {
  type DeadLetter,
  type DeadLetters,
  nameLetter,
  keyEvent,
  type EventQueue,
} from '../event-log.ts';
import { formatInOneLine } from '../one-line.ts';
import { tryHoldFile } from '../../../sqlite/hold-file.ts';
import { NewerLayout, openDatabase } from '../../../sqlite/open-database.ts';
import { watchPlace } from '../../../sqlite/same-file.ts';
import { transact } from '../../../sqlite/transact.ts';
import { openMessageTable, type MessageTable } from './messages.ts';
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
  const database = openLog(file);
  const findFault = watchPlace(file);
  const requirePlace = (): void => {
    const fault = findFault();
    if (fault !== undefined) throw fault;
  };
  const messages = openMessageTable(database);
  const name = `file ${file}`;
  const times = { ...usualSqliteTimes, ...options.times };
  return {
    log: {
      name,
      append: async (event, signal) => {
        signal.throwIfAborted();
        requirePlace();
        messages.append(keyEvent(event), JSON.stringify(event), Date.now());
      },
    },
    deadLetters: openSqliteLetters(database, name, { messages, requirePlace }),
    openSource: (group) =>
      openSqliteSource(database, name, group, {
        ...{ ...times, requirePlace },
        tryHold: () => tryHoldFile(file, `${group}.reader`),
      }),
    holdGroup: async (group) => {
      const hold = tryHoldFile(file, group);
      return hold && { isShared: async () => false, release: hold.release };
    },
    appendRaw: async ({ key, value }) => {
      requirePlace();
      messages.append(key, value, Date.now());
    },
    close: async () => database.close(),
  };
}

/** Dead letters in the file of the log itself: a replay takes and writes in one transaction. */
function openSqliteLetters(
  database: DatabaseSync,
  name: string,
  { messages, requirePlace }: { messages: MessageTable; requirePlace: () => void },
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
      requirePlace();
      const { key, value, position, receivedAtMs } = message;
      const id = nameLetter(source, position);
      put.run(id, Date.now(), formatInOneLine(reason), source, key, value, position, receivedAtMs);
      return id;
    },
    list: async () => list(),
    show: async (id) => choose([id])[0],
    replay: async (ids) => {
      requirePlace();
      return transact(database, () =>
        choose(ids).map(({ id, message }) => {
          messages.append(message.key, message.value, Date.now());
          remove.run(id);
          return id;
        }),
      );
    },
    purge: async (ids) => {
      requirePlace();
      return transact(database, () =>
        choose(ids).map(({ id }) => {
          remove.run(id);
          return id;
        }),
      );
    },
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

/** Another process holds the file's lock for milliseconds, unless it hangs. */
const longestLockMs = 5_000;

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
`;

/** In version 1 a group had several readers: who they were, and which of them had which partition. */
const steps = [
  `
  CREATE TABLE claims (consumers TEXT, partition INTEGER, done_up_to INTEGER);
  CREATE TABLE members (id TEXT);
`,
  `
  ${schema}
  INSERT INTO positions SELECT consumers, partition, done_up_to FROM claims;
  DROP TABLE claims;
  DROP TABLE members;
`,
];

/** @throws UserError when the file cannot be opened or is none of ours */
function openLog(file: string): DatabaseSync {
  try {
    return openDatabase(file, { steps, waitMs: longestLockMs });
  } catch (cause) {
    if (cause instanceof NewerLayout) {
      throw new UserError({
        where: file,
        seen: `an event log of version ${cause.found}`,
        expected: `version ${cause.known}, which this Perigee reads`,
        remedy: 'use the Perigee that wrote it, or name another file',
        cause,
      });
    }
    throw new UserError({
      where: file,
      seen: `the event log cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
      expected: 'a file of Perigee, or a place where one can be made, on a local disk',
      cause,
    });
  }
}
