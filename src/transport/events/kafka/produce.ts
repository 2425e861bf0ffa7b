import kafkajs from 'kafkajs';
import type { KafkaSettings } from '../kafka-settings.ts';
import { withKafkaClient } from './kafka-admin.ts';

/**
 * Writes messages in their order; resolves when all replicas have them. Where it rejects, some may be
 * there all the same.
 * @throws Error with one line that holds no secret
 */
export async function produce(
  settings: KafkaSettings,
  topic: string,
  messages: kafkajs.Message[],
): Promise<void> {
  if (messages.length === 0) return;
  await withKafkaClient(settings, async (client) => {
    const producer = client.producer({
      idempotent: false,
      allowAutoTopicCreation: false,
      maxInFlightRequests: 1,
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    await producer.send({ topic, acks: -1, messages });
    await producer.disconnect();
  });
}
