import type kafkajs from 'kafkajs';
import { createPauses, type Pauses } from '../pauses.ts';
import { type Progress, trackProgress } from '../progress.ts';

export interface KafkaPartition {
  readonly progress: Progress;
  readonly pauses: Pauses;
  storedUpTo: number;
}

/** From one join of the group to the next: the partitions that are ours meanwhile, and how far they are. */
export interface Generation {
  readonly lost: AbortSignal;
  /** @param firstOffset the first that is to be handled */
  partition(number: number, firstOffset: number): KafkaPartition;
  /** What is done and not stored yet. */
  offsetsToStore(topic: string): kafkajs.TopicOffsets[];
  markStored(offsets: readonly kafkajs.TopicOffsets[]): void;
  end(): void;
}

export function startGeneration(): Generation {
  const controller = new AbortController();
  const partitions = new Map<number, KafkaPartition>();
  return {
    lost: controller.signal,
    partition: (number, firstOffset) => {
      const known = partitions.get(number);
      if (known !== undefined) return known;
      const progress = trackProgress(firstOffset - 1);
      const partition: KafkaPartition = {
        progress,
        pauses: createPauses(),
        storedUpTo: firstOffset - 1,
      };
      partitions.set(number, partition);
      return partition;
    },
    offsetsToStore: (topic) => {
      const changed = [...partitions]
        .map(([number, { progress, storedUpTo }]) => ({
          partition: number,
          doneUpTo: progress.doneUpTo(),
          storedUpTo,
        }))
        .filter(({ doneUpTo, storedUpTo }) => doneUpTo !== storedUpTo)
        // Kafka stores what comes next.
        .map(({ partition, doneUpTo }) => ({ partition, offset: String(doneUpTo + 1) }));
      return changed.length === 0 ? [] : [{ topic, partitions: changed }];
    },
    markStored: (offsets) => {
      for (const { partition: number, offset } of offsets.flatMap(({ partitions: all }) => all)) {
        const partition = partitions.get(number);
        if (partition !== undefined) partition.storedUpTo = Number(offset) - 1;
      }
    },
    end: () => controller.abort(new Error('the partition is not ours any more')),
  };
}
