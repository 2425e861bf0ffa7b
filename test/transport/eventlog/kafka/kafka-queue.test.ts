import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, vi } from 'vitest';
import { openKafkaQueue } from '../../../../src/transport/eventlog/kafka/kafka-queue.ts';
import { createTopic, readWholeTopic } from '../../../servers/kafka/kafka-client.ts';
import { kafkaUser } from '../../../servers/kafka/describe-broker.ts';
import {
  isKafkaSkipped,
  kafkaStartMs,
  kafkaTest,
  kafkaTestAtNight,
} from '../../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../../servers/kafka/start-kafka.ts';
import { type Consumer, startConsumer, valuesOf, waitUntil } from '../consume-until.ts';
import { testDeadLetters } from '../dead-letters-contract.ts';
import { type MakePlace, type QueuePlace, testEventQueue } from '../event-queue-contract.ts';
import { makeSettings } from '../make-event.ts';
import type { EventMessage } from '../../../../src/transport/eventlog/event-log.ts';

type DefineTest = (title: string, body: () => Promise<void>) => void;

const keys = Array.from({ length: 24 }, (_, number) => `build-${number}`);

function testGroup(test: DefineTest, makePlace: MakePlace): void {
  test('members share the messages, each key at one of them, and take over from who leaves', async () => {
    const place = await makePlace();
    const queue = await place.open();
    const one = startConsumer(queue.openSource('readers'));
    await one.until(() => partitionsOf(one).size > 0, 'the first to get its partitions');
    const all = partitionsOf(one).size;
    const two = startConsumer((await place.open()).openSource('readers'));
    const haveShared = () =>
      partitionsOf(two).size > 0 && partitionsOf(one).size + partitionsOf(two).size === all;
    await two.until(haveShared, 'both to have partitions');
    for (const key of keys) await queue.appendRaw({ key, value: `${key}:1` });
    const both = () => new Set(valuesOf([...one.handled, ...two.handled]));
    await waitUntil(() => both().size === keys.length, 'all messages');
    expect(keysOf(one.handled).size).toBeGreaterThan(0);
    expect(keysOf(two.handled).size).toBeGreaterThan(0);
    const ofOne = keysOf(one.handled);
    expect([...keysOf(two.handled)].filter((key) => ofOne.has(key))).toEqual([]);

    await one.stop();
    const before = one.handled.length;
    for (const key of keys) await queue.appendRaw({ key, value: `${key}:2` });
    const ofTwo = () => new Set(valuesOf(two.handled).filter((value) => value.endsWith(':2')));
    await two.until(() => ofTwo().size === keys.length, 'the other to take over');
    await two.stop();
    expect(one.handled).toHaveLength(before);
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
  });

  test('a member that gives no sign of life loses its work, and hears so', async () => {
    const place = await makePlace('short');
    const queue = await place.open();
    await queue.appendRaw({ key: 'a', value: '1' });
    const began = Promise.withResolvers<undefined>();
    const goOn = Promise.withResolvers<undefined>();
    const refusals: unknown[] = [];
    const stuck = startConsumer(queue.openSource('readers'), async ({ heartbeat }) => {
      if (refusals.length > 0) return;
      began.resolve(undefined);
      await goOn.promise;
      await heartbeat().catch((error: unknown) => {
        refusals.push(error);
        throw error;
      });
    });
    await began.promise;
    const other = startConsumer((await place.open()).openSource('readers'));
    await other.until(() => other.handled.length === 1, 'the other to take over');
    expect(valuesOf(other.handled)).toEqual(['1']);
    goOn.resolve(undefined);
    await waitUntil(() => refusals.length === 1, 'the heartbeat to be refused');
    await stuck.stop();
    await other.stop();
    expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
  });

  kafkaTestAtNight(
    'a member that joins amid work changes nothing: all are handled, each key in order',
    async () => {
      const place = await makePlace();
      const queue = await place.open();
      const handled: EventMessage[] = [];
      for (const part of [1, 2, 3]) {
        for (const key of keys) await queue.appendRaw({ key, value: `${key}:${part}` });
      }
      const note = ({ messages }: { messages: readonly EventMessage[] }) => {
        handled.push(...messages);
      };
      const one = startConsumer(queue.openSource('readers'), note);
      const two = startConsumer((await place.open()).openSource('readers'), note);
      const three = startConsumer((await place.open()).openSource('readers'), note);
      const everything = () => new Set(valuesOf(handled)).size === 3 * keys.length;
      await waitUntil(everything, 'all messages');
      await two.stop();
      for (const key of keys) await queue.appendRaw({ key, value: `${key}:4` });
      await waitUntil(() => new Set(valuesOf(handled)).size === 4 * keys.length, 'the last');
      await one.stop();
      await three.stop();
      for (const key of keys) {
        const first = new Set(valuesOf(handled.filter((message) => message.key === key)));
        expect([...first]).toEqual([1, 2, 3, 4].map((part) => `${key}:${part}`));
      }
      expect(await queue.openSource('readers').lag()).toEqual({ messages: 0 });
    },
  );
}

function partitionsOf({ notices }: Consumer): Set<string> {
  const partitions = new Set<string>();
  for (const notice of notices) {
    if (notice.kind === 'assigned') for (const each of notice.partitions) partitions.add(each);
    if (notice.kind === 'lost') for (const each of notice.partitions) partitions.delete(each);
  }
  return partitions;
}

const keysOf = (messages: readonly EventMessage[]) => new Set(messages.map(({ key }) => key));

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

testEventQueue(kafkaTest, makePlace, kafkaTestAtNight);
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

kafkaTest('a wrong password ends it over TLS, without being shown', async () => {
  const sasl = { mechanism: 'scram-sha-512', ...kafkaUser, password: 'wrong-secret' } as const;
  const tls = { authority: kafka.authority };
  const settings = makeSettings({ brokers: [kafka.secure], topic: 'secure', tls, sasl });
  const queue = openKafkaQueue(settings, { sessionMs: usualSessionMs });
  const consumer = startConsumer(queue.openSource('readers'));
  const failure = await consumer
    .until(() => false, 'the end')
    .catch((error: unknown) => String(error));
  expect(failure).toMatch(/cannot be read: .*[Aa]uthentication failed/);
  expect(failure).not.toContain('wrong-secret');
});

kafkaTestAtNight(
  'a member that is stopped while it joins does not hold up the others',
  async () => {
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
  },
);

kafkaTestAtNight(
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

kafkaTest(
  'a broker that falls silent is noticed, and consuming goes on when it speaks',
  async () => {
    const queue = await (await makePlace('short')).open();
    await queue.appendRaw({ key: 'a', value: '1' });
    const consumer = startConsumer(queue.openSource('readers'));
    await consumer.until(() => consumer.handled.length === 1, 'the first');
    await kafka.pause();
    try {
      const hasRestarted = () => consumer.notices.some(({ kind }) => kind === 'restart');
      await consumer.until(hasRestarted, 'a new consumer');
    } finally {
      await kafka.resume();
    }
    await queue.appendRaw({ key: 'a', value: '2' });
    await consumer.until(() => consumer.handled.some(({ value }) => value === '2'), 'the second');
    await consumer.stop();
  },
);
