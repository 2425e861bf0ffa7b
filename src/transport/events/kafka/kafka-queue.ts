import type { EventQueue } from '../event-queue.ts';
import { openKafkaLog } from '../kafka.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import type { KafkaTimes } from './consumer-session.ts';
import { countUndone } from './kafka-admin.ts';
import { openKafkaLetters } from './kafka-letters.ts';
import { openKafkaSource, usualKafkaTimes } from './kafka-source.ts';
import { produce } from './produce.ts';

/**
 * A log that is a topic of Kafka, which has to exist, with dead letters in `<topic>.dlq`. Nothing is
 * connected until it is used.
 */
export function openKafkaQueue(
  settings: KafkaSettings,
  times: Partial<KafkaTimes> = {},
): EventQueue {
  const allTimes = { ...usualKafkaTimes, ...times };
  return {
    log: openKafkaLog(settings),
    deadLetters: openKafkaLetters(settings),
    openSource: (group) =>
      openKafkaSource(settings, group, allTimes, () => countUndone(settings, group)),
    appendRaw: ({ key, value }) => produce(settings, settings.topic, [{ key, value }]),
    close: async () => undefined,
  };
}
