/** What must never be told as written though it is not, on brokers whose answers are scripted. */
import { expect, onTestFinished, test } from 'vitest';
import { openKafkaLog } from '../../../../src/transport/eventlog/kafka.ts';
import { openKafkaQueue } from '../../../../src/transport/eventlog/kafka/kafka-queue.ts';
import { openKeptProducer } from '../../../../src/transport/eventlog/kafka/kept-producer.ts';
import {
  type FakeCluster,
  type FakeScript,
  kafkaErrors,
  startFakeCluster,
} from '../../../servers/kafka/fake-cluster.ts';
import { makeEvent, makeSettings } from '../make-event.ts';

const topic = 'builds';
/** Enough that each of two partitions gets some; the first goes to partition 0. */
const messages = Array.from({ length: 40 }, (_, number) => ({
  key: `key ${number + 11}`,
  value: `<event ${number + 11}>`,
}));

async function startCluster(script: FakeScript): Promise<FakeCluster> {
  const cluster = await startFakeCluster(script);
  onTestFinished(cluster.close);
  return cluster;
}

/** Of what the brokers acknowledged, the events, sorted, each as often as it was written. */
function listWritten({ written }: FakeCluster): string[] {
  return written.flatMap(({ records }) => records.match(/<event \d+>/g) ?? []).sort();
}

const all = messages.map(({ value }) => value).sort();

test('messages of a partition that moves to a broker which has answered are written', async () => {
  const hasAnswered = Promise.withResolvers<undefined>();
  const cluster = await startCluster({
    brokers: 2,
    leaders: [1, 2],
    write: async ({ broker }, { leaders }) => {
      if (broker === 1) {
        // After this answer has gone out: the second one is asked on another connection.
        setTimeout(() => hasAnswered.resolve(undefined), 100);
        return kafkaErrors.none;
      }
      await hasAnswered.promise;
      leaders[1] = 1;
      return kafkaErrors.notLeader;
    },
  });
  const producer = openKeptProducer(makeSettings({ brokers: cluster.brokers, topic }));
  onTestFinished(producer.close);
  await producer.send(topic, messages);
  expect(listWritten(cluster)).toEqual(all);
});

test('what a broker does not acknowledge is not told as written', async () => {
  const cluster = await startCluster({ brokers: 1, leaders: [1, 1], write: () => undefined });
  const settings = makeSettings({ brokers: cluster.brokers, topic });
  const producer = openKeptProducer(settings);
  onTestFinished(producer.close);
  const refusal = /did not acknowledge/;
  await expect(producer.send(topic, messages)).rejects.toThrow(refusal);
  await expect(producer.send(topic, messages.slice(0, 1))).rejects.toThrow(refusal);
  const append = openKafkaLog(settings).append(makeEvent(), AbortSignal.timeout(1_000));
  await expect(append).rejects.toThrow(refusal);
});

test('where one partition cannot be written, it is told when the others are', async () => {
  const cluster = await startCluster({
    brokers: 2,
    leaders: [1, 2],
    write: ({ broker }) => (broker === 1 ? kafkaErrors.none : kafkaErrors.topicForbidden),
  });
  const producer = openKeptProducer(makeSettings({ brokers: cluster.brokers, topic }));
  onTestFinished(producer.close);
  await expect(producer.send(topic, messages)).rejects.toThrow(/[Aa]uthori/);
  const written = listWritten(cluster);
  expect(written.length).toBeGreaterThan(0);
  expect(new Set(written).size).toBe(written.length);
});

test('more than a broker takes at once goes in parts, in its order', async () => {
  const cluster = await startCluster({
    brokers: 1,
    leaders: [1],
    write: ({ records }) => (records.length < 1_048_576 ? kafkaErrors.none : kafkaErrors.tooLarge),
  });
  const producer = openKeptProducer(makeSettings({ brokers: cluster.brokers, topic }));
  onTestFinished(producer.close);
  const large = messages.map(({ key, value }) => ({ key, value: value.padEnd(100_000) }));
  await producer.send(topic, large);
  expect(cluster.written.length).toBeGreaterThan(3);
  const order = cluster.written.flatMap(({ records }) => records.match(/<event \d+>/g) ?? []);
  expect(order).toEqual(messages.map(({ value }) => value));
});

test('a dead letter is put where only somebody else may make its topic', async () => {
  const write = (): number => kafkaErrors.none;
  const cluster = await startCluster({ brokers: 1, leaders: [1], write });
  const queue = openKafkaQueue(makeSettings({ brokers: cluster.brokers, topic }));
  onTestFinished(queue.close);
  const message = { key: 'a', value: '<event 0>', position: 'builds/0/0', receivedAtMs: 1 };
  await queue.deadLetters.put({ message, reason: 'no JSON', source: 'builds' });
  expect(cluster.asked).toEqual([`${topic}.dlq`]);
  expect(listWritten(cluster)).toEqual(['<event 0>']);
});
