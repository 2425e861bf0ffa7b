import type kafkajs from 'kafkajs';
import type { SourceLag } from '../event-source.ts';
import { createKafkaSockets } from '../kafka-sockets.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { muteNegativeTimeouts } from '../negative-timeouts.ts';
import { createKafkaClient } from './kafka-client.ts';
import { tellKafkaError } from './kafka-errors.ts';

/**
 * One piece of work with a client of its own, whose connections are gone afterwards.
 * @throws Error with one line that holds no secret
 */
export async function withKafkaClient<T>(
  settings: KafkaSettings,
  work: (client: kafkajs.Kafka) => Promise<T>,
): Promise<T> {
  const unmute = muteNegativeTimeouts();
  const sockets = createKafkaSockets();
  const limits = { connectionTimeoutMs: 3_000, requestTimeoutMs: 10_000, retries: 5 };
  try {
    return await work(createKafkaClient(settings, sockets.open, limits));
  } catch (error) {
    throw new Error(tellKafkaError(error, settings), { cause: error });
  } finally {
    sockets.destroy();
    unmute();
  }
}

export async function withKafkaAdmin<T>(
  settings: KafkaSettings,
  work: (admin: kafkajs.Admin) => Promise<T>,
): Promise<T> {
  return withKafkaClient(settings, async (client) => {
    const admin = client.admin();
    await admin.connect();
    const result = await work(admin);
    await admin.disconnect();
    return result;
  });
}

/** How many messages of the topic the group has not done; all that there are when it is new. */
export async function countUndone(settings: KafkaSettings, group: string): Promise<SourceLag> {
  return withKafkaAdmin(settings, async (admin) => {
    const { topic } = settings;
    const ends = await admin.fetchTopicOffsets(topic);
    const [done] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
    const stored = new Map(done?.partitions.map(({ partition, offset }) => [partition, offset]));
    const messages = ends.map(({ partition, high, low }) => {
      // -1: the group has stored nothing. What was deleted by age is not waiting.
      const next = Math.max(Number(stored.get(partition) ?? -1), Number(low));
      return Number(high) - next;
    });
    return { messages: messages.reduce((sum, count) => sum + count, 0) };
  });
}
