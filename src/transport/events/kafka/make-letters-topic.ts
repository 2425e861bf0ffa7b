import kafkajs from 'kafkajs';
import type { KafkaSettings } from '../kafka-settings.ts';
import { withKafkaAdmin } from './kafka-admin.ts';
import { isType } from './kafka-errors.ts';

const safety = 'min.insync.replicas';

/**
 * Makes the topic of the dead letters as safe as the log is: with as many replicas, and as many that have to be
 * in sync. The defaults of a cluster are often one replica, and then the letters are lost with one broker.
 * Where it may not be made, somebody has made it, or the first letter tells that it is missing.
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
        waitForLeaders: true,
      });
    });
  } catch (error) {
    if (!isForbidden(error)) throw error;
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
