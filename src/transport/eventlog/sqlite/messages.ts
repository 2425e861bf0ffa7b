import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { EventMessage } from '../event-log.ts';

/** If the messages of one fail, those of the others go on. */
const partitionCount = 8;
const longestTrim = 10_000;

export interface StoredMessage extends EventMessage {
  readonly sequence: number;
}

export interface MessageTable {
  append(key: string, value: string, nowMs: number): void;
  /** Those after this sequence, in order. */
  read(partition: number, after: number, count: number): StoredMessage[];
  /** By partition, up to which sequence the group has done all. A new group is noted, at the beginning. */
  readPositions(group: string): number[];
  storePosition(group: string, partition: number, doneUpTo: number): void;
  countUndone(group: string): { messages: number; oldestReceivedAtMs?: number };
  /** Deletes some of what was received before and what every group has done. */
  trim(beforeMs: number): void;
}

export function openMessageTable(database: DatabaseSync): MessageTable {
  const append = database.prepare(
    'INSERT INTO messages (partition, key, value, received_at_ms) VALUES (?, ?, ?, ?)',
  );
  const read = database.prepare(
    `SELECT sequence, key, value, received_at_ms FROM messages
     WHERE partition = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
  );
  const note = database.prepare('INSERT OR IGNORE INTO positions VALUES (?, ?, 0)');
  const readPositions = database.prepare(
    'SELECT done_up_to FROM positions WHERE consumers = ? ORDER BY partition',
  );
  const storePosition = database.prepare(
    'UPDATE positions SET done_up_to = ? WHERE consumers = ? AND partition = ?',
  );
  // A group that is not noted yet counts from the beginning.
  const countUndone = database.prepare(
    `SELECT count(*) AS messages, min(received_at_ms) AS oldest FROM messages
     LEFT JOIN positions ON positions.partition = messages.partition AND positions.consumers = ?
     WHERE sequence > coalesce(done_up_to, 0)`,
  );
  // Few at a time: others wait for the lock meanwhile.
  const trim = database.prepare(
    `DELETE FROM messages WHERE received_at_ms < ?1 AND sequence IN (
       SELECT sequence FROM messages WHERE partition = ?2 AND sequence <=
         (SELECT min(done_up_to) FROM positions WHERE partition = ?2)
       ORDER BY sequence LIMIT ${longestTrim})`,
  );
  return {
    append: (key, value, nowMs) => {
      append.run(partitionOf(key), key, value, nowMs);
    },
    read: (partition, after, count) =>
      read.all(partition, after, count).map((row) => {
        const sequence = Number(row['sequence']);
        return {
          sequence,
          key: String(row['key']),
          value: String(row['value']),
          position: `${partition}/${sequence}`,
          receivedAtMs: Number(row['received_at_ms']),
        };
      }),
    readPositions: (group) => {
      for (let partition = 0; partition < partitionCount; partition++) note.run(group, partition);
      return readPositions.all(group).map((row) => Number(row['done_up_to']));
    },
    storePosition: (group, partition, doneUpTo) => {
      storePosition.run(doneUpTo, group, partition);
    },
    countUndone: (group) => {
      const row = countUndone.get(group);
      const oldest = row?.['oldest'];
      const messages = Number(row?.['messages']);
      return typeof oldest === 'number' ? { messages, oldestReceivedAtMs: oldest } : { messages };
    },
    trim: (beforeMs) => {
      for (let partition = 0; partition < partitionCount; partition++)
        trim.run(beforeMs, partition);
    },
  };
}

function partitionOf(key: string): number {
  return (createHash('sha256').update(key).digest()[0] ?? 0) % partitionCount;
}
