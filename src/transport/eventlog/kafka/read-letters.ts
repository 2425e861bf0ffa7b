import { randomUUID } from 'node:crypto';
import type kafkajs from 'kafkajs';
import type { DeadLetter } from '../event-log.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { withKafkaAdmin, withKafkaClient } from './kafka-client.ts';
import { isType } from './kafka-errors.ts';

/** A letter as a message: the payload as it was, all else in headers. Its key is its id. */
export const letterHeaders = {
  reason: 'perigee-reason',
  source: 'perigee-source',
  position: 'perigee-position',
  key: 'perigee-key',
  receivedAtMs: 'perigee-received-at-ms',
  putAtMs: 'perigee-put-at-ms',
  cut: 'perigee-cut',
} as const;

/**
 * The letters of a topic, in the order in which they were put: of each id the first message, unless one
 * without a value came after it.
 * @throws Error with one line that holds no secret
 */
export async function readLetters(settings: KafkaSettings, topic: string): Promise<DeadLetter[]> {
  const ends = await findEnds(settings, topic);
  const letters = new Map<string, DeadLetter>();
  if (ends.size === 0) return [];
  await readUntil(settings, topic, ends, (message) => {
    const id = message.key?.toString() ?? '';
    if (message.value === null) letters.delete(id);
    else if (!letters.has(id)) letters.set(id, describeLetter(id, message.value, message.headers));
  });
  return [...letters.values()].sort((a, b) => a.putAtMs - b.putAtMs);
}

/** The offset after the last message of each partition that has any. */
async function findEnds(settings: KafkaSettings, topic: string): Promise<Map<number, number>> {
  try {
    const offsets = await withKafkaAdmin(settings, (admin) => admin.fetchTopicOffsets(topic));
    const held = offsets.filter(({ low, high }) => low !== high);
    return new Map(held.map(({ partition, high }) => [partition, Number(high)]));
  } catch (error) {
    // No letter was ever put.
    if (isType(error, 'UNKNOWN_TOPIC_OR_PARTITION')) return new Map();
    throw error;
  }
}

/** Reads with its own group, deleted afterwards: no other positions move. */
async function readUntil(
  settings: KafkaSettings,
  topic: string,
  ends: ReadonlyMap<number, number>,
  onMessage: (message: kafkajs.KafkaMessage) => void,
): Promise<void> {
  const groupId = `perigee-letters-${randomUUID()}`;
  await withKafkaClient(settings, async (client) => {
    const consumer = client.consumer({
      groupId,
      maxWaitTimeInMs: 100,
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: async () => false },
    });
    const done = Promise.withResolvers<undefined>();
    const missing = new Map(ends);
    consumer.on(consumer.events.CRASH, ({ payload }) => done.reject(payload.error));
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    const running = consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch }) => {
        for (const message of batch.messages) onMessage(message);
        const end = missing.get(batch.partition) ?? 0;
        if (Number(batch.lastOffset()) + 1 >= end) missing.delete(batch.partition);
        if (missing.size === 0) done.resolve(undefined);
      },
    });
    running.catch(done.reject);
    await done.promise;
    await consumer.disconnect();
  });
  // If that is not allowed, the broker forgets the empty group by itself.
  await withKafkaAdmin(settings, (admin) => admin.deleteGroups([groupId])).catch(() => undefined);
}

function describeLetter(
  id: string,
  value: Buffer,
  headers: kafkajs.IHeaders | undefined,
): DeadLetter {
  const read = (name: string): string => {
    const header = headers?.[name];
    return (Array.isArray(header) ? header[0] : header)?.toString() ?? '';
  };
  const cut = read(letterHeaders.cut);
  return {
    id,
    ...(cut === '' ? {} : { cut }),
    putAtMs: Number(read(letterHeaders.putAtMs)),
    reason: read(letterHeaders.reason),
    source: read(letterHeaders.source),
    message: {
      key: read(letterHeaders.key),
      value: value.toString(),
      position: read(letterHeaders.position),
      receivedAtMs: Number(read(letterHeaders.receivedAtMs)),
    },
  };
}
