import { setTimeout as pause } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import type { KafkaSettings } from '../kafka-settings.ts';
import { withKafkaAdmin } from './kafka-client.ts';
import { isType } from './kafka-errors.ts';

const safety = 'min.insync.replicas';
/** After it, the first letter tells that the topic has no leader. */
const longestWaitMs = 60_000;

/**
 * Makes the topic of the dead letters as safe as the log is: with as many replicas, and as many that have to be in
 * sync. The defaults of a cluster are often one replica, and then the letters are lost with one broker. If it may not
 * be made, it exists already, or the first letter tells that it is missing.
 */
export async function makeLettersTopic(settings: KafkaSettings, topic: string): Promise<void> {
  try {
    await withKafkaAdmin(settings, async (admin) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [settings.topic] });
      const counts = topics
        .flatMap(({ partitions }) => partitions)
        .map((one) => one.replicas.length);
      const compacted = [{ name: 'cleanup.policy', value: 'compact' }];
      await admin.createTopics({
        topics: [
          {
            topic,
            numPartitions: 1,
            replicationFactor: Math.max(...counts),
            configEntries: [...compacted, ...(await readSafety(admin, settings.topic))],
          },
        ],
        waitForLeaders: false,
      });
      await untilLed(admin, topic);
    });
  } catch (error) {
    if (!isForbidden(error)) throw error;
  }
}

/** The client's own waiting gives up where a busy broker does not know its new topic yet. */
async function untilLed(admin: kafkajs.Admin, topic: string): Promise<void> {
  const deadlineMs = performance.now() + longestWaitMs;
  for (;;) {
    try {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const partitions = topics.flatMap((one) => one.partitions);
      if (partitions.length > 0 && partitions.every(({ leader }) => leader >= 0)) return;
    } catch (error) {
      if (!isType(error, 'UNKNOWN_TOPIC_OR_PARTITION')) throw error;
    }
    if (performance.now() > deadlineMs) return;
    await pause(100);
  }
}

/** Nothing where it may not be read: then the default of the cluster counts. */
async function readSafety(
  admin: kafkajs.Admin,
  topic: string,
): Promise<{ name: string; value: string }[]> {
  const wanted = { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: [safety] };
  try {
    const { resources } = await admin.describeConfigs({
      resources: [wanted],
      includeSynonyms: false,
    });
    return resources
      .flatMap(({ configEntries }) => configEntries)
      .filter(({ configName }) => configName === safety)
      .map(({ configValue }) => ({ name: safety, value: configValue }));
  } catch (error) {
    if (isForbidden(error)) return [];
    throw error;
  }
}

function isForbidden(error: unknown): boolean {
  return (
    isType(error, 'TOPIC_AUTHORIZATION_FAILED') || isType(error, 'CLUSTER_AUTHORIZATION_FAILED')
  );
}
