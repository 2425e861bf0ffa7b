import kafkajs from 'kafkajs';
import Cluster from 'kafkajs/src/cluster/index.js';
import type { KafkaSettings } from '../kafka-settings.ts';
import { withKafkaConnections } from './kafka-admin.ts';
import { describeClient } from './kafka-client.ts';

/** The broker gives one batch of messages at least, however small this is. */
const leastBytes = 1;
const longestWaitMs = 100;

/**
 * When the log took single messages, without being a member of any group.
 * @param positions partition → offset
 * @returns partition → milliseconds since 1970 of the first message from that offset on; without those that
 * have none
 * @throws Error with one line that holds no secret
 */
export async function readReceivedAt(
  settings: KafkaSettings,
  positions: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const { topic } = settings;
  return withKafkaConnections(settings, async (open, limits) => {
    const options = describeClient(settings, open, limits);
    const logger = new kafkajs.Kafka(options).logger();
    const cluster = new Cluster({ ...options, logger, allowAutoTopicCreation: false });
    await cluster.connect();
    await cluster.addTargetTopic(topic);
    const received = new Map<number, number>();
    const leaders = cluster.findLeaderForPartitions(topic, [...positions.keys()]);
    for (const [nodeId, partitions] of Object.entries(leaders)) {
      const broker = await cluster.findBroker({ nodeId });
      // One at a time: of several the broker would give the least to the first alone.
      for (const partition of partitions) {
        const offset = positions.get(partition) ?? 0;
        const wanted = { partition, fetchOffset: String(offset), maxBytes: leastBytes };
        const { responses } = await broker.fetch({
          ...{ maxWaitTime: longestWaitMs, minBytes: leastBytes, maxBytes: leastBytes },
          isolationLevel: 1,
          topics: [{ topic, partitions: [wanted] }],
        });
        const messages = responses.flatMap((each) =>
          each.partitions.flatMap((one) => one.messages),
        );
        // A batch comes whole, with what lies in it before the offset.
        const first = messages.find((message) => Number(message.offset) >= offset);
        if (first !== undefined) received.set(partition, Number(first.timestamp));
      }
    }
    await cluster.disconnect();
    return received;
  });
}
