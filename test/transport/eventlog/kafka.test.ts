/** A real broker: up, stopped, killed, silent, and coming back while somebody waits. */
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { emitEvent } from '../../../src/transport/eventlog/emit-event.ts';
import { openKafkaQueue } from '../../../src/transport/eventlog/kafka/kafka-queue.ts';
import { openKafkaLog } from '../../../src/transport/eventlog/kafka.ts';
import {
  type KafkaSettings,
  saslMechanisms,
} from '../../../src/transport/eventlog/kafka-settings.ts';
import { findFreePorts } from '../../servers/free-ports.ts';
import {
  createTopic,
  deleteBefore,
  produceInTransactions,
  readTopic,
} from '../../servers/kafka/kafka-client.ts';
import { kafkaUser } from '../../servers/kafka/describe-broker.ts';
import { isKafkaSkipped, kafkaStartMs, kafkaTest } from '../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../servers/kafka/start-kafka.ts';
import { consumeUntil, startConsumer, valuesOf, waitUntil } from './consume-until.ts';
import { emitInProcess, endsByItself } from './emit-in-process.ts';
import { makeEvent, makeSettings } from './make-event.ts';

let kafka: KafkaServer;

beforeAll(async () => {
  if (isKafkaSkipped) return undefined;
  kafka = await startKafka();
  return () => kafka.remove();
}, kafkaStartMs);

/** A topic of its own for each test, so that what is in it is the test's alone. */
async function openTopic(topic: string): Promise<KafkaSettings> {
  await createTopic(kafka.plain, topic);
  return makeSettings({ brokers: [kafka.plain], topic });
}

const emit = (settings: KafkaSettings, deadlineMs = 120_000, runId = '812') =>
  emitEvent(makeEvent(runId), openKafkaLog(settings), deadlineMs);

/** It is spooled for this reason, where the deadline leaves a busy machine the time to find that out. */
async function expectSpooled(settings: KafkaSettings, why: RegExp): Promise<string> {
  for (let deadlineMs = 1_500; ; deadlineMs *= 4) {
    const emission = await emit(settings, deadlineMs, '1');
    const told = emission.kind === 'spooled' ? emission.why : 'it was sent';
    if (deadlineMs > 60_000) expect(told).toMatch(why);
    if (why.test(told)) return told;
  }
}

const readEvents = async ({ topic }: KafkaSettings, count: number) =>
  (await readTopic(kafka.plain, topic, count)).map(({ key, value }) => ({
    key,
    event: JSON.parse(value) as unknown,
  }));

kafkaTest('a process that has sent its event ends by itself and prints nothing', async () => {
  const settings = await openTopic('process');
  expect(await emitInProcess(settings, 60_000)).toEqual(endsByItself('sent'));
});

kafkaTest('a broker that refuses is no harm while another of the list takes it', async () => {
  const settings = await openTopic('second-broker');
  const [port = 0] = await findFreePorts(1);
  const brokers = [`127.0.0.1:${port}`, kafka.plain];
  expect(await emit({ ...settings, brokers })).toMatchObject({ kind: 'sent' });
  expect(await readEvents(settings, 1)).toHaveLength(1);
});

kafkaTest('a topic that does not exist is named', async () => {
  const settings = makeSettings({ brokers: [kafka.plain], topic: 'never-made' });
  await expectSpooled(settings, /does the topic never-made exist/);
});

kafkaTest.each(saslMechanisms)('over TLS, with a user and %s, it arrives', async (mechanism) => {
  const settings = await openTopic(`secure-${mechanism}`);
  const secure = {
    brokers: [kafka.secure],
    tls: { authority: kafka.authority },
    sasl: { mechanism, ...kafkaUser },
  };
  expect(await emit({ ...settings, ...secure })).toMatchObject({ kind: 'sent' });
  expect(await readEvents(settings, 1)).toHaveLength(1);
});

kafkaTest.each(saslMechanisms)('a wrong password for %s is told, not shown', async (mechanism) => {
  const settings = makeSettings({
    brokers: [kafka.secure],
    tls: { authority: kafka.authority },
    sasl: { mechanism, username: kafkaUser.username, password: 'wrong-secret' },
  });
  expect(await expectSpooled(settings, /[Aa]uthentication failed/)).not.toContain('wrong-secret');
});

kafkaTest('a broker that is stopped, and comes back within the deadline, gets it', async () => {
  const settings = await openTopic('restarted');
  await kafka.stop();
  const emission = emit(settings, 300_000);
  await pause(500);
  await kafka.start();
  expect(await emission).toMatchObject({ kind: 'sent' });
  expect((await readEvents(settings, 1))[0]?.event).toEqual(makeEvent());
});

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
  await consumeUntil(queue.openSource('late readers'), 1);
  for (const value of ['1', '2', '3']) await queue.appendRaw({ key: 'a', value });
  await deleteBefore(kafka.plain, topic, 3);
  const consumer = startConsumer(queue.openSource('late readers'));
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
    await expect(openKafkaQueue(settings).openSource('late readers').lag()).rejects.toThrow(
      /certificate \(.*events\.kafka\.tlsAuthorityFile/,
    );
  },
);
