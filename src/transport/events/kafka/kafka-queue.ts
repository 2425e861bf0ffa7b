import type { EventQueue } from '../event-queue.ts';
import { keyEvent } from '../event-log.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { type KafkaTimes, runConsumerSession } from './consumer-session.ts';
import { openKafkaLag } from './kafka-lag.ts';
import { openKafkaLetters } from './kafka-letters.ts';
import { openKafkaSource, usualKafkaTimes } from './kafka-source.ts';
import { openKeptProducer } from './kept-producer.ts';
import { withKafkaAdmin } from './kafka-admin.ts';

/**
 * A log that is a topic of Kafka, which has to exist, with dead letters in `<topic>.dlq`. Nothing is
 * connected until it is used.
 */
export function openKafkaQueue(
  settings: KafkaSettings,
  times: Partial<KafkaTimes> = {},
): EventQueue {
  const allTimes = { ...usualKafkaTimes, ...times };
  const { topic } = settings;
  const producer = openKeptProducer(settings);
  return {
    log: {
      name: `Kafka topic ${topic} at ${settings.brokers.join(', ')}`,
      append: (event, signal) => {
        const message = { key: keyEvent(event), value: JSON.stringify(event) };
        return unlessAborted(signal, producer.send(topic, [message]));
      },
    },
    deadLetters: openKafkaLetters(settings, producer),
    openSource: (group) =>
      openKafkaSource(settings, group, allTimes, {
        readLag: openKafkaLag(settings, group),
        runSession: runConsumerSession,
      }),
    holdGroup: async (group) => {
      // Who has just joined is seen there as well, so two that ask at once may both be let in.
      if ((await countKafkaMembers(settings, group)) > 0) return undefined;
      const isShared = async (): Promise<boolean> => (await countKafkaMembers(settings, group)) > 1;
      return { isShared, release: () => undefined };
    },
    appendRaw: (message) => producer.send(topic, [{ ...message }]),
    close: producer.close,
  };
}

/**
 * How many read for a group, as its coordinator knows: one that was killed counts until its session is over.
 * @throws Error with one line that holds no secret, when Kafka is out of reach
 */
async function countKafkaMembers(settings: KafkaSettings, group: string): Promise<number> {
  const { groups } = await withKafkaAdmin(settings, (admin) => admin.describeGroups([group]));
  return groups.reduce((sum, { members }) => sum + members.length, 0);
}
