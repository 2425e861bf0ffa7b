import type { ConsumeOptions, EventHandler } from '../event-source.ts';
import { tellInOneLine } from '../one-line.ts';
import { createPauses, type Pauses } from '../pauses.ts';
import { type Progress, trackProgress } from '../progress.ts';
import type { MessageTable } from './messages.ts';

/** Small, so that a stop, and other partitions, do not wait for long. */
const batchSize = 100;

/** One partition, and how far we are with it. */
export interface OpenPartition {
  readonly number: number;
  readonly progress: Progress;
  readonly pauses: Pauses;
  storedUpTo: number;
  /** The last message that its handler resolved for. */
  handledUpTo: number;
  /** By the steady clock. */
  retryAtMs: number;
}

export function openPartition(number: number, doneUpTo: number): OpenPartition {
  return {
    number,
    progress: trackProgress(doneUpTo),
    pauses: createPauses(),
    storedUpTo: doneUpTo,
    handledUpTo: doneUpTo,
    retryAtMs: -Infinity,
  };
}

export interface Reading {
  messages: MessageTable;
  handler: EventHandler;
  onNotice?: ConsumeOptions['onNotice'];
  /** Aborted when nothing is read any more. */
  lost: AbortSignal;
  /** Stores what is done, also of other partitions. */
  store(): void;
}

/** Hands over the next batch, if there is one and it is time. @returns whether it was handled */
export async function handlePartition(
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
    onNotice?.({ kind: 'retry', partition: String(number), why: tellInOneLine(error), pauseMs });
    return false;
  }
  partition.pauses.reset();
  partition.handledUpTo = last.sequence;
  partition.progress.settle(last.sequence);
  return true;
}

export function storeProgress(
  partition: OpenPartition,
  group: string,
  messages: Pick<MessageTable, 'storePosition'>,
): void {
  const doneUpTo = partition.progress.doneUpTo();
  if (doneUpTo === partition.storedUpTo) return;
  messages.storePosition(group, partition.number, doneUpTo);
  partition.storedUpTo = doneUpTo;
}
