import type { DatabaseSync } from 'node:sqlite';
import type { ConsumeOptions, EventHandler, EventSource } from '../event-log.ts';
import { formatInOneLine } from '../one-line.ts';
import { createPauses, pauseUnlessAborted, type Pauses } from '../pauses.ts';
import { type Progress, trackProgress } from '../progress.ts';
import type { FileHold } from '../../../sqlite/hold-file.ts';
import { openMessageTable, type MessageTable } from './messages.ts';

export interface SqliteTimes {
  /** How long an idle reader waits before it looks for messages again. */
  pollMs: number;
  /** How long messages stay that every group has done. */
  keepMs: number;
}

export const usualSqliteTimes: SqliteTimes = { pollMs: 100, keepMs: 7 * 24 * 3_600_000 };

const trimEveryMs = 60_000;
const askAgainMs = 250;
/** SQLITE_CORRUPT and SQLITE_NOTADB, the lowest byte of the code: waiting does not repair the file. */
const hopelessCodes: readonly number[] = [11, 26];

interface FileOfLog {
  /** Undefined while another reads for this group. */
  tryHold(): FileHold | undefined;
  /** Throws when the file is not where it was. */
  requirePlace(): void;
}

/**
 * The reader of a group in a SQLite log. A group has one at a time: a second one says so and stands by.
 */
export function openSqliteSource(
  database: DatabaseSync,
  log: string,
  group: string,
  { pollMs, keepMs, ...file }: SqliteTimes & FileOfLog,
): EventSource {
  const messages = openMessageTable(database);
  /** The reason why a second reader waits. */
  let obstacle: string | undefined;

  const waitForHold = async ({ signal, onNotice }: ConsumeOptions) => {
    while (!signal.aborted) {
      const hold = file.tryHold();
      if (hold !== undefined) {
        obstacle = undefined;
        return hold;
      }
      if (obstacle === undefined) {
        obstacle = `another process reads ${log} for the group ${group}: this one stands by until that one ends`;
        onNotice?.({ kind: 'stand-by', why: obstacle });
      }
      await pauseUnlessAborted(askAgainMs, signal);
    }
    return undefined;
  };
  const read = async (handler: EventHandler, options: ConsumeOptions): Promise<void> => {
    const { onNotice, signal } = options;
    const over = new AbortController();
    const positions = messages.readPositions(group);
    const partitions = positions.map((doneUpTo, number) => openPartition(number, doneUpTo));
    const store = (): void => {
      for (const each of partitions) storeProgress(each, group, messages);
    };
    const reading = { messages, handler, lost: over.signal, store, ...(onNotice && { onNotice }) };
    const names = partitions.map(({ number }) => String(number));
    let trimmedAtMs = -Infinity;
    onNotice?.({ kind: 'assigned', partitions: names });
    try {
      while (!signal.aborted) {
        const worked = await handleEach(partitions, reading, signal);
        if (performance.now() - trimmedAtMs > trimEveryMs) {
          messages.trim(Date.now() - keepMs);
          trimmedAtMs = performance.now();
        }
        if (worked) continue;
        file.requirePlace();
        await pauseUnlessAborted(pollMs, signal);
      }
      store();
    } finally {
      over.abort(new Error('this process reads the log no more'));
      onNotice?.({ kind: 'lost', partitions: names });
    }
  };
  /** Reads on after whatever ends by itself. */
  const readOn = async (handler: EventHandler, options: ConsumeOptions): Promise<void> => {
    const pauses = createPauses();
    while (!options.signal.aborted) {
      const startedAtMs = performance.now();
      try {
        await read(handler, options);
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (performance.now() - startedAtMs > 60_000) pauses.reset();
        options.onNotice?.({ kind: 'restart', why: formatInOneLine(error) });
        await pauseUnlessAborted(pauses.next(), options.signal);
      }
    }
  };
  return {
    name: `${log}, group ${group}`,
    consume: async (handler, options) => {
      const hold = await waitForHold(options);
      try {
        if (hold !== undefined) await readOn(handler, options);
      } finally {
        hold?.release();
      }
    },
    lag: async () => {
      if (obstacle !== undefined) throw new Error(obstacle);
      file.requirePlace();
      return messages.countUndone(group);
    },
  };
}

/** At most one batch of each partition. @returns whether there was any */
async function handleEach(
  partitions: readonly OpenPartition[],
  reading: Reading,
  stop: AbortSignal,
): Promise<boolean> {
  let worked = false;
  for (const partition of partitions) {
    if (stop.aborted) break;
    if (await handlePartition(partition, reading)) worked = true;
    // Also when there was nothing to do: what was held may have been let go.
    reading.store();
  }
  return worked;
}

/** The file is locked for long, full or out of reach: all of that ends some day. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  return !hopelessCodes.includes(Number(error.errcode) & 0xff);
}

/** Small, so that a stop, and other partitions, do not wait for long. */
const batchSize = 100;

/** One partition, and how far we are with it. */
interface OpenPartition {
  readonly number: number;
  readonly progress: Progress;
  readonly pauses: Pauses;
  storedUpTo: number;
  /** The last message that its handler resolved for. */
  handledUpTo: number;
  /** By the steady clock. */
  retryAtMs: number;
}

function openPartition(number: number, doneUpTo: number): OpenPartition {
  return {
    number,
    progress: trackProgress(doneUpTo),
    pauses: createPauses(),
    storedUpTo: doneUpTo,
    handledUpTo: doneUpTo,
    retryAtMs: -Infinity,
  };
}

interface Reading {
  messages: MessageTable;
  handler: EventHandler;
  onNotice?: ConsumeOptions['onNotice'];
  /** Aborted when nothing is read any more. */
  lost: AbortSignal;
  /** Stores what is done, also of other partitions. */
  store(): void;
}

/** Hands over the next batch, if there is one and it is time. @returns whether it was handled */
async function handlePartition(
  partition: OpenPartition,
  { messages: table, handler, onNotice, lost, store }: Reading,
): Promise<boolean> {
  const { number } = partition;
  if (performance.now() < partition.retryAtMs) return false;
  const messages = table.read(number, partition.handledUpTo, batchSize);
  const last = messages.at(-1);
  if (last === undefined) return false;
  const sequences = new Map(messages.map(({ position, sequence }) => [position, sequence]));
  try {
    await handler({
      partition: String(number),
      ...{ messages, lost },
      heartbeat: async () => store(),
      hold: ({ position }) => {
        const sequence = sequences.get(position);
        if (sequence === undefined) throw new Error(`${position} is not of this batch`);
        return partition.progress.hold(sequence);
      },
    });
  } catch (error) {
    const pauseMs = partition.pauses.next();
    partition.retryAtMs = performance.now() + pauseMs;
    onNotice?.({ kind: 'retry', partition: String(number), why: formatInOneLine(error), pauseMs });
    return false;
  }
  partition.pauses.reset();
  partition.handledUpTo = last.sequence;
  partition.progress.settle(last.sequence);
  return true;
}

function storeProgress(
  partition: OpenPartition,
  group: string,
  messages: Pick<MessageTable, 'storePosition'>,
): void {
  const doneUpTo = partition.progress.doneUpTo();
  if (doneUpTo === partition.storedUpTo) return;
  messages.storePosition(group, partition.number, doneUpTo);
  partition.storedUpTo = doneUpTo;
}
