import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, vi } from 'vitest';
import { openKafkaQueue } from '../../../../src/transport/eventlog/kafka/kafka-queue.ts';
import {
  createTopic,
  deleteBefore,
  produceInTransactions,
  readWholeTopic,
} from '../../../servers/kafka/kafka-client.ts';
import { kafkaUser } from '../../../servers/kafka/describe-broker.ts';
import { isKafkaSkipped, kafkaStartMs, kafkaTest } from '../../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../../servers/kafka/start-kafka.ts';
import { consumeUntil, startConsumer, valuesOf, waitUntil } from '../consume-until.ts';
import { testDeadLetters } from '../dead-letters-contract.ts';
import { type QueuePlace, testEventQueue } from '../event-queue-contract.ts';
import { testGroup } from '../group-contract.ts';
import { makeSettings } from '../make-event.ts';

const usualSessionMs = 20_000;
const shortSessionMs = 3_000;
let kafka: KafkaServer;
let topics = 0;

beforeAll(async () => {
  if (isKafkaSkipped) return undefined;
  kafka = await startKafka();
  return () => kafka.remove();
}, kafkaStartMs);

async function makePlace(session?: 'short'): Promise<QueuePlace> {
  const sessionMs = session === 'short' ? shortSessionMs : usualSessionMs;
  topics += 1;
  const topic = `contract-${topics}`;
  await createTopic(kafka.plain, topic, 3);
  const settings = makeSettings({ brokers: [kafka.plain], topic });
  return { open: async () => openKafkaQueue(settings, { sessionMs }), sessionMs };
}

testEventQueue(kafkaTest, makePlace);
testDeadLetters(kafkaTest, makePlace);
testGroup(kafkaTest, makePlace);

kafkaTest('dead letters are read without storing how far', async () => {
  const { deadLetters, close } = await (await makePlace()).open();
  const message = { key: 'a', value: 'x', position: 'here/7', receivedAtMs: 5 };
  await deadLetters.put({ message, reason: 'not JSON', source: 'log' });
  expect(await deadLetters.list()).toHaveLength(1);
  await close();
  const stored = await readWholeTopic(kafka.plain, '__consumer_offsets');
  const keys = stored.map(({ key }) => key).filter((key) => key.includes('perigee-letters-'));
  expect(keys.length).toBeGreaterThan(0);
  // The key of a position names the group and the topic, that of a group only itself.
  expect(keys.filter((key) => key.includes('.dlq'))).toEqual([]);
});

kafkaTest(
  'over TLS with a user it reads, and a wrong password ends it without being shown',
  async () => {
    await createTopic(kafka.plain, 'secure', 1);
    const sasl = { mechanism: 'scram-sha-512', ...kafkaUser } as const;
    const tls = { authority: kafka.authority };
    const settings = makeSettings({ brokers: [kafka.secure], topic: 'secure', tls, sasl });
    const times = { sessionMs: usualSessionMs };
    const queue = openKafkaQueue(settings, times);
    await queue.appendRaw({ key: 'a', value: '1' });
    expect(await consumeUntil(queue.openSource('readers'), 1)).toMatchObject([{ value: '1' }]);
    const lag = await queue.openSource('others').lag();
    expect(lag).toEqual({ messages: 1, oldestReceivedAtMs: expect.any(Number) as number });
    await queue.close();
    const wrong = { ...settings, sasl: { ...sasl, password: 'wrong-secret' } };
    const consumer = startConsumer(openKafkaQueue(wrong, times).openSource('readers'));
    const failure = await consumer
      .until(() => false, 'the end')
      .catch((error: unknown) => String(error));
    expect(failure).toMatch(/cannot be read: .*[Aa]uthentication failed/);
    expect(failure).not.toContain('wrong-secret');
  },
);

kafkaTest(
  'nothing is left to do behind the ends of transactions, nor behind what they took back',
  async () => {
    const topic = 'transactions';
    await createTopic(kafka.plain, topic, 1);
    const message = { key: 'a', value: '1' };
    const takenBack = [{ key: 'a', value: 'taken back' }];
    await produceInTransactions(kafka.plain, topic, [message], takenBack);
    const queue = openKafkaQueue(makeSettings({ brokers: [kafka.plain], topic }));
    const source = queue.openSource('readers');
    const consumer = startConsumer(source);
    const isDone = async () => (await source.lag()).messages === 0;
    await waitUntil(isDone, 'nothing to be left');
    await produceInTransactions(kafka.plain, topic, [], takenBack);
    expect(await isDone()).toBe(false);
    await waitUntil(isDone, 'nothing to be left');
    await consumer.stop();
    expect(valuesOf(consumer.handled)).toEqual(['1']);
    expect(await source.lag()).toEqual({ messages: 0 });
    await queue.close();
  },
);

kafkaTest('messages that the log deleted before they were read are told', async () => {
  const topic = 'deleted';
  await createTopic(kafka.plain, topic, 1);
  const queue = openKafkaQueue(makeSettings({ brokers: [kafka.plain], topic }));
  await queue.appendRaw({ key: 'a', value: '0' });
  await consumeUntil(queue.openSource('readers'), 1);
  for (const value of ['1', '2', '3']) await queue.appendRaw({ key: 'a', value });
  await deleteBefore(kafka.plain, topic, 3);
  const consumer = startConsumer(queue.openSource('readers'));
  await consumer.until(() => consumer.handled.length > 0, 'what is left');
  expect(valuesOf(consumer.handled)).toEqual(['3']);
  expect(consumer.notices).toContainEqual({ kind: 'unread', messages: 2 });
  await consumer.stop();
  await queue.close();
});

kafkaTest(
  'of a certificate that nobody vouches for it says which setting names its authority',
  async () => {
    const settings = makeSettings({ brokers: [kafka.secure], topic: 'secure', tls: {} });
    await expect(openKafkaQueue(settings).openSource('readers').lag()).rejects.toThrow(
      /certificate \(.*events\.kafka\.tlsAuthorityFile/,
    );
  },
);

kafkaTest('a member that is stopped while it joins does not hold up the others', async () => {
  const topic = 'joining';
  await createTopic(kafka.plain, topic, 3);
  const settings = makeSettings({ brokers: [kafka.plain], topic });
  // Whoever goes without a word is waited for so long.
  const times = { sessionMs: 60_000 };
  const queue = openKafkaQueue(settings, times);
  const stays = startConsumer(queue.openSource('readers'));
  await queue.appendRaw({ key: 'a', value: '0' });
  await stays.until(() => stays.handled.length === 1, 'the first');
  for (let round = 1; round <= 3; round++) {
    const goes = startConsumer(openKafkaQueue(settings, times).openSource('readers'));
    await pause(250 * round);
    await goes.stop();
    for (const key of ['a', 'b', 'c']) await queue.appendRaw({ key, value: `${round}` });
    const all = () => new Set(stays.handled.map(({ position }) => position));
    await stays.until(() => all().size === 1 + 3 * round, 'all at the one that stays');
  }
  await stays.stop();
  await queue.close();
});

kafkaTest(
  'a clock that steps back by an hour stops nothing for longer than two sessions',
  async () => {
    const queue = await (await makePlace('short')).open();
    const source = queue.openSource('readers');
    const consumer = startConsumer(source);
    await queue.appendRaw({ key: 'a', value: '1' });
    await consumer.until(() => consumer.handled.length > 0, 'the first');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    try {
      for (const value of ['2', '3', '4']) {
        await queue.appendRaw({ key: 'a', value });
        await pause(shortSessionMs);
      }
      const values = () => new Set(valuesOf(consumer.handled));
      await consumer.until(() => values().size === 4, 'all of them');
      await waitUntil(async () => (await source.lag()).messages === 0, 'nothing to be left');
      await consumer.stop();
    } finally {
      vi.useRealTimers();
    }
    expect([...new Set(valuesOf(consumer.handled))]).toEqual(['1', '2', '3', '4']);
  },
);
