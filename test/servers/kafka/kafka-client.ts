/** What a test needs of Kafka beside the code that it tests: make a topic, read what is in it. */
import { setTimeout as pause } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { muteNegativeTimeouts } from '../../../src/transport/events/negative-timeouts.ts';

export interface ReadMessage {
  key: string;
  value: string;
}

// The client of a test warns of its timers as much as ours would.
muteNegativeTimeouts();

const longestReadMs = 40_000;

function connect(broker: string): kafkajs.Kafka {
  return new kafkajs.Kafka({
    clientId: 'test',
    brokers: [broker],
    logLevel: kafkajs.logLevel.NOTHING,
    retry: { retries: 20, initialRetryTime: 100, maxRetryTime: 1_000 },
  });
}

export async function createTopic(broker: string, topic: string, numPartitions = 1): Promise<void> {
  const admin = connect(broker).admin();
  await admin.connect();
  try {
    await admin.createTopics({ topics: [{ topic, numPartitions }], waitForLeaders: false });
    await waitForLeaders(admin, topic, numPartitions);
  } finally {
    await admin.disconnect();
  }
}

/** The client's own waiting gives up where a busy broker does not know its new topic yet. */
async function waitForLeaders(admin: kafkajs.Admin, topic: string, count: number): Promise<void> {
  const deadline = Date.now() + longestReadMs;
  for (;;) {
    try {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const led = topics[0]?.partitions.filter(({ leader }) => leader >= 0) ?? [];
      if (led.length === count) return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error(`the topic ${topic} got no leaders`);
    await pause(100);
  }
}

/** Writes many messages at once, in their order. */
export async function produceAll(
  broker: string,
  topic: string,
  messages: { key: string; value: string }[],
): Promise<void> {
  const producer = connect(broker).producer({
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  try {
    await producer.send({ topic, acks: -1, messages });
  } finally {
    await producer.disconnect();
  }
}

/** Reads a topic from its beginning until `count` messages were there; fewer when they do not come. */
export async function readTopic(
  broker: string,
  topic: string,
  count: number,
): Promise<ReadMessage[]> {
  const consumer = connect(broker).consumer({
    groupId: `${topic}-reader`,
    sessionTimeout: 10_000,
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
