import { createHash } from 'node:crypto';
import kafkajs from 'kafkajs';
import Cluster from 'kafkajs/src/cluster/index.js';
import {
  type DeadLetter,
  type DeadLetters,
  nameLetter,
  keyEvent,
  type EventMessage,
  type SourceLag,
  type EventQueue,
} from '../event-log.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { formatInOneLine } from '../one-line.ts';
import { unlessAborted } from '../../../async/within.ts';
import { type KafkaTimes, runConsumerSession } from './consumer-session.ts';
import { withKafkaAdmin, withKafkaConnections, describeClient } from './kafka-client.ts';
import { isType } from './kafka-errors.ts';
import { openKafkaSource, usualKafkaTimes } from './kafka-source.ts';
import { openKeptProducer, type KeptProducer } from './kept-producer.ts';
import { makeLettersTopic } from './make-letters-topic.ts';
import { letterHeaders, readLetters } from './read-letters.ts';
import { registerCodecs } from './unpack-batch.ts';

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
  registerCodecs();
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
      // A member that has just joined is seen there as well, so two that ask at once may both be let in.
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

/**
 * Counts the messages of the topic that a group has not done; all that there are when it is new. It may be
 * asked often: the time of a message is read once.
 */
function openKafkaLag(settings: KafkaSettings, group: string): () => Promise<SourceLag> {
  /** Partition → its oldest message at the last question. */
  let known = new Map<number, { offset: number; receivedAtMs: number }>();
  return async () => {
    const { deleted, messages, oldest } = await findUndone(settings, group);
    known = new Map(
      [...known].filter(([partition, { offset }]) => oldest.get(partition) === offset),
    );
    const wanted = new Map([...oldest].filter(([partition]) => !known.has(partition)));
    const read = wanted.size === 0 ? [] : await readReceivedAt(settings, wanted);
    for (const [partition, receivedAtMs] of read) {
      known.set(partition, { offset: wanted.get(partition) ?? 0, receivedAtMs });
    }
    const times = [...known.values()].map(({ receivedAtMs }) => receivedAtMs);
    const counted = deleted === 0 ? { messages } : { messages, deleted };
    return times.length === 0 ? counted : { ...counted, oldestReceivedAtMs: Math.min(...times) };
  };
}

interface Undone {
  messages: number;
  deleted: number;
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
    let deleted = 0;
    for (const { partition, high, low } of ends) {
      // -1: the group has stored nothing. What was deleted by age is not waiting.
      const position = Number(stored.get(partition) ?? -1);
      const next = Math.max(position, Number(low));
      if (position >= 0) deleted += next - position;
      const undone = Number(high) - next;
      messages += undone;
      if (undone > 0) oldest.set(partition, next);
    }
    return { messages, deleted, oldest };
  });
}

/**
 * Dead letters in a topic beside the log's own, `<topic>.dlq`, which is made with the first letter. It is
 * compacted: a letter stays until a message without a value under its id takes it away.
 */
function openKafkaLetters(settings: KafkaSettings, producer: KeptProducer): DeadLetters {
  const topic = `${settings.topic}.dlq`;
  let isThere = false;
  const choose = async (ids: readonly string[] | 'all'): Promise<DeadLetter[]> => {
    const letters = await readLetters(settings, topic);
    return ids === 'all' ? letters : letters.filter(({ id }) => ids.includes(id));
  };
  const take = async (letters: readonly DeadLetter[]): Promise<string[]> => {
    const ids = letters.map(({ id }) => id);
    await producer.send(
      topic,
      ids.map((id) => ({ key: id, value: null })),
    );
    return ids;
  };
  return {
    name: `Kafka topic ${topic} at ${settings.brokers.join(', ')}`,
    put: async ({ message, reason, source }) => {
      if (!isThere) await makeLettersTopic(settings, topic);
      isThere = true;
      const id = nameLetter(source, message.position);
      const headers = {
        [letterHeaders.reason]: formatInOneLine(reason),
        [letterHeaders.source]: source,
        [letterHeaders.position]: message.position,
        [letterHeaders.key]: message.key,
        [letterHeaders.receivedAtMs]: String(message.receivedAtMs),
        [letterHeaders.putAtMs]: String(Date.now()),
        ...(message.fault === undefined ? {} : { [letterHeaders.cut]: message.fault }),
      };
      try {
        await producer.send(topic, [{ key: id, value: message.value, headers }]);
      } catch (error) {
        if (!isType(error, 'MESSAGE_TOO_LARGE')) throw error;
        const key = formatInOneLine(message.key).slice(0, longestCutKey);
        const cut = { [letterHeaders.key]: key, [letterHeaders.cut]: describeCut(message) };
        await producer.send(topic, [{ key: id, value: '', headers: { ...headers, ...cut } }]);
      }
      return id;
    },
    list: () => choose('all'),
    show: async (id) => (await choose([id]))[0],
    replay: async (ids) => {
      const letters = (await choose(ids)).filter(({ cut }) => cut === undefined);
      await producer.send(
        settings.topic,
        letters.map(({ message }) => ({ key: message.key, value: message.value })),
      );
      return take(letters);
    },
    purge: async (ids) => take(await choose(ids)),
  };
}

/** A key that was too large for a letter is cut to this. */
const longestCutKey = 100;

function describeCut({ key, value, position }: EventMessage): string {
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
  const digest = createHash('sha256').update(value).digest('hex');
  return `${bytes} bytes, too large for a letter; its value has sha256 ${digest} and lies at ${position}`;
}

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
async function readReceivedAt(
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
