/** What a test needs of Kafka beside the code that it tests: make a topic, read what is in it. */
import { setTimeout as pause } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { openKeptProducer } from '../../../src/transport/eventlog/kafka/kept-producer.ts';
import { muteNegativeTimeouts } from '../../../src/transport/eventlog/kafka-sockets.ts';

export interface ReadMessage {
  key: string;
  value: string;
}

// The client of a test warns of its timers as much as ours would.
muteNegativeTimeouts();

const longestReadMs = 180_000;

/** `host:port`, or several of one cluster. */
export type Brokers = string | readonly string[];

function connect(brokers: Brokers): kafkajs.Kafka {
  return new kafkajs.Kafka({
    clientId: 'test',
    brokers: [brokers].flat(),
    logLevel: kafkajs.logLevel.NOTHING,
    retry: { retries: 20, initialRetryTime: 100, maxRetryTime: 1_000 },
  });
}

async function withAdmin<T>(
  brokers: Brokers,
  work: (admin: kafkajs.Admin) => Promise<T>,
): Promise<T> {
  const admin = connect(brokers).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** @param topic its name, or all about it */
export async function createTopic(
  brokers: Brokers,
  topic: string | kafkajs.ITopicConfig,
  numPartitions = 1,
): Promise<void> {
  const wanted = typeof topic === 'string' ? { topic, numPartitions } : topic;
  await withAdmin(brokers, async (admin) => {
    await createWhenPossible(admin, { topics: [wanted], waitForLeaders: false });
    const isLed = ({ leader }: kafkajs.PartitionMetadata): boolean => leader >= 0;
    await waitForPartitions(admin, wanted, isLed);
  });
}

/**
 * Resolves when a broker that was silent takes part again. Its controller fences one whose session has ended,
 * and makes no topic while all brokers are fenced. Asked here, it ends what is overdue before it answers.
 */
export async function untilTopicsCanBeMade(broker: string): Promise<void> {
  const topics = [{ topic: 'only-asked-for', numPartitions: 1 }];
  const request = { topics, validateOnly: true, waitForLeaders: false };
  await withAdmin(broker, (admin) => createWhenPossible(admin, request));
}

/** A cluster that has only begun may name a broker that it does not list yet, at which kafkajs gives up at once. */
async function createWhenPossible(
  admin: kafkajs.Admin,
  request: Parameters<kafkajs.Admin['createTopics']>[0],
): Promise<void> {
  const deadline = Date.now() + longestReadMs;
  for (;;) {
    try {
      await admin.createTopics(request);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause(50);
  }
}

/** Resolves when each partition of a topic is held by so many brokers that are in sync. */
export async function untilInSync(brokers: Brokers, topic: string, count: number): Promise<void> {
  const isInSync = ({ isr }: kafkajs.PartitionMetadata): boolean => isr.length === count;
  await withAdmin(brokers, (admin) => waitForPartitions(admin, { topic }, isInSync));
}

/** How well a topic is kept: the least number of replicas, and how many have to be in sync. */
export async function readSafety(
  brokers: Brokers,
  topic: string,
): Promise<{ replicas: number; leastInSync: string | undefined }> {
  const name = 'min.insync.replicas';
  const wanted = { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: [name] };
  return withAdmin(brokers, async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const partitions = topics.flatMap(({ partitions: all }) => all);
    const { resources } = await admin.describeConfigs({
      resources: [wanted],
      includeSynonyms: false,
    });
    return {
      replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
      leastInSync: resources[0]?.configEntries[0]?.configValue,
    };
  });
}

/** The client's own waiting gives up where a busy broker does not know its new topic yet. */
async function waitForPartitions(
  admin: kafkajs.Admin,
  { topic, numPartitions = 1 }: kafkajs.ITopicConfig,
  isWanted: (partition: kafkajs.PartitionMetadata) => boolean,
): Promise<void> {
  const deadline = Date.now() + longestReadMs;
  for (;;) {
    try {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const partitions = topics[0]?.partitions ?? [];
      if (partitions.length >= numPartitions && partitions.every(isWanted)) return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error(`the partitions of ${topic} are not as wanted`);
    await pause(100);
  }
}

/** Writes many messages at once, in their order, as Perigee does. */
export async function produceAll(
  brokers: Brokers,
  topic: string,
  messages: { key: string; value: string }[],
): Promise<void> {
  const producer = openKeptProducer({ brokers: [brokers].flat(), topic, clientId: 'test' });
  try {
    await producer.send(topic, messages);
  } finally {
    await producer.close();
  }
}

/** Writes what belongs together, and takes the last of it back. */
export async function produceInTransactions(
  brokers: Brokers,
  topic: string,
  kept: { key: string; value: string }[],
  takenBack: { key: string; value: string }[],
): Promise<void> {
  const settings = { transactionalId: `${topic}-writer`, maxInFlightRequests: 1, idempotent: true };
  const producer = connect(brokers).producer(settings);
  await producer.connect();
  const first = await producer.transaction();
  await first.send({ topic, messages: kept });
  await first.commit();
  const second = await producer.transaction();
  await second.send({ topic, messages: takenBack });
  await second.abort();
  await producer.disconnect();
}

/** Deletes the messages before an offset, as their age does. */
export async function deleteBefore(brokers: Brokers, topic: string, offset: number): Promise<void> {
  const partitions = [{ partition: 0, offset: String(offset) }];
  await withAdmin(brokers, async (admin) => {
    // It looks the leader up in what it knows of the topic, and asks nobody.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions });
  });
}

/** Everything that is in a topic. */
export async function readWholeTopic(brokers: Brokers, topic: string): Promise<ReadMessage[]> {
  const offsets = await withAdmin(brokers, (admin) => admin.fetchTopicOffsets(topic));
  const count = offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
  return readTopic(brokers, topic, count);
}

/** Reads a topic from its beginning until `count` messages were there; fewer when they do not come. */
export async function readTopic(
  brokers: Brokers,
  topic: string,
  count: number,
): Promise<ReadMessage[]> {
  const consumer = connect(brokers).consumer({
    groupId: `${topic}-reader`,
    sessionTimeout: 30_000,
    maxWaitTimeInMs: 100,
  });
  const messages: ReadMessage[] = [];
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ message }) => {
        messages.push({ key: String(message.key), value: String(message.value) });
      },
    });
    const deadline = Date.now() + longestReadMs;
    while (messages.length < count && Date.now() < deadline) await pause(100);
  } finally {
    await consumer.disconnect();
  }
  return messages;
}
