import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { EventMessage } from '../event-source.ts';

/** How many consumers of one group can work at the same time. */
export const partitionCount = 8;
const longestTrim = 10_000;

export interface StoredMessage extends EventMessage {
  readonly sequence: number;
}

export interface MessageTable {
  append(key: string, value: string, nowMs: number): void;
  /** Those after this sequence, in order. */
  read(partition: number, after: number, count: number): StoredMessage[];
  countUndone(consumers: string): { messages: number; oldestReceivedAtMs?: number };
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
  // A partition that the group has not claimed yet counts from its beginning.
  const countUndone = database.prepare(
    `SELECT count(*) AS messages, min(received_at_ms) AS oldest FROM messages
     LEFT JOIN claims ON claims.partition = messages.partition AND claims.consumers = ?
     WHERE sequence > coalesce(done_up_to, 0)`,
  );
  // Few at a time: others wait for the lock meanwhile.
  const trim = database.prepare(
    `DELETE FROM messages WHERE received_at_ms < ?1 AND sequence IN (
       SELECT sequence FROM messages WHERE partition = ?2 AND sequence <=
         (SELECT min(done_up_to) FROM claims WHERE partition = ?2)
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
    countUndone: (consumers) => {
      const row = countUndone.get(consumers);
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
