import type { SourceLag } from '../event-source.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { withKafkaAdmin } from './kafka-admin.ts';
import { readReceivedAt } from './read-received-at.ts';

/**
 * Counts the messages of the topic that a group has not done; all that there are when it is new. It may be
 * asked often: the time of a message is read once.
 */
export function openKafkaLag(settings: KafkaSettings, group: string): () => Promise<SourceLag> {
  /** Partition → its oldest message at the last question. */
  let known = new Map<number, { offset: number; receivedAtMs: number }>();
  return async () => {
    const { messages, oldest } = await findUndone(settings, group);
    known = new Map(
      [...known].filter(([partition, { offset }]) => oldest.get(partition) === offset),
    );
    const wanted = new Map([...oldest].filter(([partition]) => !known.has(partition)));
    const read = wanted.size === 0 ? [] : await readReceivedAt(settings, wanted);
    for (const [partition, receivedAtMs] of read) {
      known.set(partition, { offset: wanted.get(partition) ?? 0, receivedAtMs });
    }
    const times = [...known.values()].map(({ receivedAtMs }) => receivedAtMs);
    return times.length === 0 ? { messages } : { messages, oldestReceivedAtMs: Math.min(...times) };
  };
}

interface Undone {
  messages: number;
  /** Partition → offset, of the partitions that have any. */
  oldest: Map<number, number>;
}

async function findUndone(settings: KafkaSettings, group: string): Promise<Undone> {
  return withKafkaAdmin(settings, async (admin) => {
    const { topic } = settings;
    const ends = await admin.fetchTopicOffsets(topic);
    const [done] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
    const stored = new Map(done?.partitions.map(({ partition, offset }) => [partition, offset]));
    const oldest = new Map<number, number>();
    let messages = 0;
    for (const { partition, high, low } of ends) {
      // -1: the group has stored nothing. What was deleted by age is not waiting.
      const next = Math.max(Number(stored.get(partition) ?? -1), Number(low));
      const undone = Number(high) - next;
      messages += undone;
      if (undone > 0) oldest.set(partition, next);
    }
    return { messages, oldest };
  });
}
