import type { ConsumeOptions, EventHandler } from '../event-source.ts';
import { tellInOneLine } from '../one-line.ts';
import { createPauses, type Pauses } from '../pauses.ts';
import { type Progress, trackProgress } from '../progress.ts';
import type { Claim, Membership } from './membership.ts';
import type { MessageTable } from './messages.ts';

/** Small, so that a stop, and other partitions, do not wait for long. */
const batchSize = 100;

/** A partition that is ours, and how far we are with it. */
export interface OpenPartition {
  readonly number: number;
  readonly claim: Claim;
  readonly progress: Progress;
  readonly pauses: Pauses;
  storedUpTo: number;
  /** The last message that its handler resolved for. */
  handledUpTo: number;
  /** By the steady clock. */
  retryAtMs: number;
}

export function openPartition(number: number, claim: Claim): OpenPartition {
  return {
    number,
    claim,
    progress: trackProgress(claim.doneUpTo),
    pauses: createPauses(),
    storedUpTo: claim.doneUpTo,
    handledUpTo: claim.doneUpTo,
    retryAtMs: -Infinity,
  };
}

export interface Work {
  membership: Membership;
  messages: MessageTable;
  handler: EventHandler;
  options: ConsumeOptions;
  /** Stores what is done, also of other partitions. */
  storeAll: () => void;
}

/** Hands over the next batch, if there is one and it is time. @returns whether it was handled */
export async function handlePartition(partition: OpenPartition, work: Work): Promise<boolean> {
  const { claim, number } = partition;
  if (performance.now() < partition.retryAtMs) return false;
  const messages = work.messages.read(number, partition.handledUpTo, batchSize);
  const last = messages.at(-1);
  if (last === undefined) return false;
  const sequences = new Map(messages.map(({ position, sequence }) => [position, sequence]));
  try {
    await work.handler({
      partition: String(number),
      messages,
      lost: claim.lost,
      heartbeat: async () => {
        work.membership.beat();
        work.storeAll();
        claim.lost.throwIfAborted();
      },
      hold: ({ position }) => {
        const sequence = sequences.get(position);
        if (sequence === undefined) throw new Error(`${position} is not of this batch`);
        return partition.progress.hold(sequence);
      },
    });
  } catch (error) {
    if (claim.lost.aborted) return false;
    const pauseMs = partition.pauses.next();
    partition.retryAtMs = performance.now() + pauseMs;
    const why = tellInOneLine(error);
    work.options.onNotice?.({ kind: 'retry', partition: String(number), why, pauseMs });
    return false;
  }
  partition.pauses.reset();
  partition.handledUpTo = last.sequence;
  partition.progress.settle(last.sequence);
  return true;
}
