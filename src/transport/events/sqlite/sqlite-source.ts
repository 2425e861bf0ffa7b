import type { DatabaseSync } from 'node:sqlite';
import type { ConsumeOptions, EventHandler, EventSource } from '../event-source.ts';
import { tellInOneLine } from '../one-line.ts';
import { createPauses, pauseUnlessAborted } from '../pauses.ts';
import {
  handlePartition,
  openPartition,
  type OpenPartition,
  type Work,
} from './sqlite-partition.ts';
import { joinGroup, type Membership } from './membership.ts';
import { openMessageTable } from './messages.ts';

export interface SqliteTimes {
  /** After this long without a sign of life others take over from a consumer. */
  leaseMs: number;
  /** How long an idle consumer waits before it looks for messages again. */
  pollMs: number;
  /** How long messages stay that every group has done. */
  keepMs: number;
}

export const usualSqliteTimes: SqliteTimes = {
  leaseMs: 5_000,
  pollMs: 100,
  keepMs: 7 * 24 * 3_600_000,
};

const trimEveryMs = 60_000;
/** SQLITE_CORRUPT and SQLITE_NOTADB, the lowest byte of the code: waiting does not repair the file. */
const hopelessCodes: readonly number[] = [11, 26];

/** One member of a group of consumers of a SQLite log; other members may be other processes. */
export function openSqliteSource(
  database: DatabaseSync,
  name: string,
  consumers: string,
  times: SqliteTimes,
): EventSource {
  const messages = openMessageTable(database);
  const consumeOnce = async (handler: EventHandler, options: ConsumeOptions): Promise<void> => {
    const open = new Map<number, OpenPartition>();
    const membership = joinGroup(database, {
      consumers,
      leaseMs: times.leaseMs,
      now: () => performance.now(),
      onChange: (kind, partitions) => {
        for (const partition of partitions) open.delete(partition);
        options.onNotice?.({ kind, partitions: partitions.map(String) });
      },
    });
    const storeAll = (): void => {
      for (const partition of open.values()) storeProgress(membership, partition);
    };
    let trimmedAtMs = -Infinity;
    try {
      while (!options.signal.aborted) {
        membership.look();
        const worked = await workOnce(open, {
          membership,
          messages,
          handler,
          options,
          storeAll,
        });
        if (performance.now() - trimmedAtMs > trimEveryMs) {
          messages.trim(Date.now() - times.keepMs);
          trimmedAtMs = performance.now();
        }
        if (!worked) await pauseUnlessAborted(times.pollMs, options.signal);
      }
      storeAll();
    } finally {
      leaveQuietly(membership);
    }
  };
  return {
    name: `${name}, group ${consumers}`,
    consume: async (handler, options) => {
      const pauses = createPauses();
      while (!options.signal.aborted) {
        const startedAtMs = performance.now();
        try {
          await consumeOnce(handler, options);
        } catch (error) {
          if (!isOutage(error)) throw error;
          if (performance.now() - startedAtMs > 60_000) pauses.reset();
          options.onNotice?.({ kind: 'restart', why: tellInOneLine(error) });
          await pauseUnlessAborted(pauses.next(), options.signal);
        }
      }
    },
    lag: async () => messages.countUndone(consumers),
  };
}

/** At most one batch of each partition. @returns whether there was any */
async function workOnce(open: Map<number, OpenPartition>, work: Work): Promise<boolean> {
  const { membership, options } = work;
  let worked = false;
  for (const [number, claim] of [...membership.claimed]) {
    if (options.signal.aborted) break;
    if (claim.lost.aborted) continue;
    const partition = open.get(number) ?? openPartition(number, claim);
    open.set(number, partition);
    if (await handlePartition(partition, work)) worked = true;
    // Also when there was nothing to do: what was held may have been released.
    storeProgress(membership, partition);
    membership.look();
  }
  return worked;
}

function storeProgress(membership: Membership, partition: OpenPartition): void {
  const doneUpTo = partition.progress.doneUpTo();
  if (partition.claim.lost.aborted || doneUpTo === partition.storedUpTo) return;
  if (membership.store(partition.number, doneUpTo)) partition.storedUpTo = doneUpTo;
}

/** The file is locked for long, full or out of reach: all of that ends some day. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return !hopelessCodes.includes(Number(error.errcode) & 0xff);
}

/** Where the file is out of reach, the others notice by the beats that do not come. */
function leaveQuietly(membership: Membership): void {
  try {
    membership.leave();
  } catch (error) {
    if (!isOutage(error)) throw error;
  }
}
