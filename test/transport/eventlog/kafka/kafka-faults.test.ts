/** The topic while consumers are killed and the broker goes away: every pair is written. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect } from 'vitest';
import { createRandom } from '../../../../src/stats/random.ts';
import { openKafkaQueue } from '../../../../src/transport/eventlog/kafka/kafka-queue.ts';
import type { KafkaSettings } from '../../../../src/transport/eventlog/kafka-settings.ts';
import { createTopic, produceAll } from '../../../servers/kafka/kafka-client.ts';
import {
  isKafkaSkipped,
  kafkaStartMs,
  kafkaTest,
  kafkaTestAtNight,
} from '../../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../../servers/kafka/start-kafka.ts';
import { startConsumer, waitUntil } from '../consume-until.ts';
import { type Consumers, countEffects, layOutPairs, startConsumers } from '../kill-consumers.ts';
import { makeSettings } from '../make-event.ts';

const seed = 20_261_121;
const sessionMs = 3_000;
let kafka: KafkaServer;

beforeAll(async () => {
  if (isKafkaSkipped) return undefined;
  kafka = await startKafka();
  return () => kafka.remove();
}, kafkaStartMs);

interface Stage {
  settings: KafkaSettings;
  consumers: Consumers;
  /** Resolves when every pair is written and nothing is left to do. */
  finish(): Promise<void>;
}

async function withPairs(
  topic: string,
  { keys, pairs, workMs }: { keys: number; pairs: number; workMs: number },
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-kills-'));
  const effects = join(folder, 'effects');
  await createTopic(kafka.plain, topic, 3);
  const settings = makeSettings({ brokers: [kafka.plain], topic });
  await produceAll(kafka.plain, topic, layOutPairs(keys, pairs));
  const log = { kind: 'kafka', settings, sessionMs } as const;
  const consumers = startConsumers(2, { log, effects, workMs });
  const queue = openKafkaQueue(settings);
  const finish = async (): Promise<void> => {
    await waitUntil(() => countEffects(effects).size === keys * pairs, 'all pairs', 120_000);
    const source = queue.openSource('pairs');
    await waitUntil(async () => (await source.lag()).messages === 0, 'nothing to be left');
  };
  try {
    await waitUntil(() => countEffects(effects).size > 0, 'the first pair');
    await work({ settings, consumers, finish });
    await consumers.stop();
    expect(consumers.complaints()).toBe('');
    const counts = [...countEffects(effects).values()];
    console.log(`${topic}: ${counts.length} pairs, ${counts.filter((n) => n > 1).length} again`);
  } finally {
    await consumers.stop();
    await queue.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

kafkaTestAtNight(`consumers that are killed lose nothing (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const size = { keys: 30, pairs: 20, workMs: 40 };
  await withPairs('kills', size, async ({ consumers, finish }) => {
    for (let killed = 0; killed < 3; killed++) {
      await pause(500 + random() * 3_000);
      await consumers.killAndReplace(killed % 2);
    }
    await finish();
  });
});

kafkaTestAtNight(
  'a broker that is stopped, or killed, amid a batch and comes back loses nothing',
  async () => {
    const size = { keys: 30, pairs: 40, workMs: 40 };
    await withPairs('restarts', size, async ({ finish }) => {
      await kafka.stop();
      await pause(2_000);
      await kafka.start();
      await pause(4_000);
      await kafka.kill();
      await pause(sessionMs + 1_000);
      await kafka.start();
      await finish();
    });
  },
);

kafkaTest(
  'a broker that falls silent is noticed, and consuming goes on when it speaks again',
  async () => {
    await createTopic(kafka.plain, 'silent', 3);
    const settings = makeSettings({ brokers: [kafka.plain], topic: 'silent' });
    const queue = openKafkaQueue(settings, { sessionMs });
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
    await queue.close();
    await produceAll(kafka.plain, 'silent', [{ key: 'a', value: '2' }]);
    await consumer.until(() => consumer.handled.some(({ value }) => value === '2'), 'the second');
    await consumer.stop();
  },
);
