/**
 * Two services in one group, on a real Kafka of three brokers and a real InfluxDB. Brokers and services are
 * killed in turn while batches of events are written and dead letters replayed, and the store is away for a
 * while. Every event and every point is counted in the end.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { createRandom, type Random } from '../../src/stats/random.ts';
import { openKafkaQueue } from '../../src/transport/eventlog/kafka/kafka-queue.ts';
import { openKeptProducer } from '../../src/transport/eventlog/kafka/kept-producer.ts';
import {
  createTopic,
  readSafety,
  readWholeTopic,
  untilInSync,
} from '../servers/kafka/kafka-client.ts';
import { makeSettings } from '../transport/eventlog/make-event.ts';
import { expectAllFolded } from './compare-store.ts';
import { drawFeed, type Feeding } from './feed.ts';
import { prepareRealServers, safeTopic, topic } from './real-servers.ts';
import { untilDrained } from './until-drained.ts';

/** Each broker is killed once. */
const rounds = 3;
const builds = 60;
const batchesOfRound = 16;

const counted = 'counted';

const servers = prepareRealServers(
  'the test of the service with real servers',
  { PERIGEE_DEADLINE: '30s', PERIGEE_QUIET: '2s' },
  3,
);

/** Writes all, in batches, as somebody does who tries again what was not told as written. */
async function write(messages: readonly Feeding[], random: Random): Promise<number> {
  const producer = openKeptProducer(makeSettings({ brokers: servers.brokers(), topic }));
  const size = Math.ceil(messages.length / batchesOfRound);
  let refused = 0;
  for (let from = 0; from < messages.length; from += size) {
    refused += await untilDone(() => producer.send(topic, messages.slice(from, from + size)));
    await pause(200 * random());
  }
  await producer.close();
  return refused;
}

/**
 * Writes numbered events to a topic of their own, in batches over all partitions, until it is told to stop:
 * through every death, election and return of a broker.
 */
function writeWithoutEnd(): { stop: () => Promise<{ values: string[]; refused: number }> } {
  const producer = openKeptProducer(makeSettings({ brokers: servers.brokers(), topic: counted }));
  const values: string[] = [];
  let [refused, isOver] = [0, false];
  const writing = (async () => {
    while (!isOver) {
      const batch = Array.from({ length: 12 }, (_, index) => `${values.length + index}`);
      const messages = batch.map((value) => ({ key: value, value }));
      refused += await untilDone(() => producer.send(counted, messages));
      values.push(...batch);
      await pause(100);
    }
    await producer.close();
  })();
  const stop = async (): Promise<{ values: string[]; refused: number }> => {
    isOver = true;
    await writing;
    return { values, refused };
  };
  return { stop };
}

async function expectWritten(written: string, values: readonly string[]): Promise<void> {
  const messages = await readWholeTopic(servers.brokers(), written);
  const found = new Set(messages.map(({ value }) => value));
  expect(values.filter((value) => !found.has(value))).toEqual([]);
}

/** @returns how often it failed before */
async function untilDone(work: () => Promise<unknown>): Promise<number> {
  for (let failed = 0; ; failed++) {
    try {
      await work();
      return failed;
    } catch (error) {
      if (failed === 50) throw error;
      await pause(200);
    }
  }
}

servers.test(
  'services and brokers, killed in turn while the store is away, leave what a plain fold gives',
  async () => {
    const seed = Number(process.env['PERIGEE_SEED'] ?? 4);
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const { startService: start } = servers;
    const [kafka, influx, brokers] = [servers.kafka(), servers.influx(), servers.brokers()];
    const feed = drawFeed(seed, builds, join(servers.data, 'artifacts'));
    const waiting = [...feed.messages];
    await createTopic(brokers, safeTopic(counted, brokers.length));
    const endless = writeWithoutEnd();
    const services = [await start(), await start()];
    const queue = openKafkaQueue(makeSettings({ brokers, topic }));
    let [refused, replayed] = [0, 0];
    const replay = async (): Promise<void> => {
      replayed += (await queue.deadLetters.replay('all')).length;
    };
    for (let round = 0; round < rounds; round++) {
      const left = Math.ceil(waiting.length / (rounds - round));
      const writing = write(waiting.splice(0, left), random);
      await pause(1_500 * random());
      const broker = kafka[round % kafka.length];
      await broker?.kill();
      const replaying = round % 2 === 0 ? Promise.resolve(0) : untilDone(replay);
      if (round === 2) await influx.kill();
      const victim = Math.floor(random() * services.length);
      await services[victim]?.kill();
      refused += (await writing) + (await replaying);
      if (round === 2) await influx.start();
      [services[victim]] = await Promise.all([start(), broker?.start()]);
      for (const each of [topic, counted, '__consumer_offsets']) {
        await untilInSync(brokers, each, kafka.length);
      }
    }
    const numbered = await endless.stop();
    for (const service of services) await untilDrained(service);
    // However few letters there were in the rounds, they are here now.
    await replay();
    for (const service of services) await untilDrained(service);
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
    await queue.close();

    await expectWritten(counted, numbered.values);
    await expectWritten(
      topic,
      feed.messages.map(({ value }) => value),
    );
    expect(replayed).toBeGreaterThan(0);
    const whole = await expectAllFolded(feed, servers.bucket(), { brokers, topic });
    expect(await readSafety(brokers, `${topic}.dlq`)).toEqual({ replicas: 3, leastInSync: '2' });
    console.log(
      `${rounds} brokers and ${rounds} services killed, ${feed.messages.length} events, ` +
        `${numbered.values.length} numbered ones, ${refused + numbered.refused} tries refused, ${replayed} letters replayed, ${whole}`,
    );
  },
);
