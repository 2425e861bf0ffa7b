import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createTopic } from '../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs, kafkaTestAtNight } from '../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../servers/kafka/start-kafka.ts';
import { sendWebhook } from './servers/fake/deliver.ts';
import { startBotWorld, webhookSecret } from './start-bot-service.ts';

let kafka: KafkaServer | undefined;
beforeAll(async () => {
  if (isKafkaSkipped) return;
  kafka = await startKafka();
  for (const topic of ['perigee.builds', 'perigee.deliveries', 'trials.builds', 'trials.told']) {
    await createTopic(kafka.plain, topic, 3);
    await createTopic(kafka.plain, `${topic}.dlq`, 1);
  }
}, kafkaStartMs);
afterAll(() => kafka?.remove());

const soon = { timeout: 180_000, interval: 100 };

kafkaTestAtNight(
  'on Kafka the roles are apart: deliveries wait there, and while it is away GitHub comes again',
  async () => {
    const world = await startBotWorld();
    const brokers = { PERIGEE_KAFKA_BROKERS: kafka?.plain ?? '' };
    const door = await world.start('webhooks', brokers);
    world.pointAt(door);
    const pull = world.open('faster');
    expect((await world.tell(pull, 'opened')).statusCode).toBe(200);
    expect(world.findCheck(pull)).toBeUndefined();
    const report = await world.start('report', brokers);
    await expect.poll(() => world.findCheck(pull)?.status, soon).toBe('queued');

    // On another machine somebody starts a second one, which has a ledger of its own.
    const elsewhere = mkdtempSync(join(tmpdir(), 'perigee-elsewhere-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
    const second = await world.start('report', { ...brokers, PERIGEE_DATA: elsewhere });
    const askSecond = async () => {
      const ready = await fetch(`${second.url}/readyz`);
      return [ready.status, await ready.text()];
    };
    const why = 'another process reads Kafka topic perigee.deliveries at ';
    await expect.poll(askSecond, soon).toEqual([503, expect.stringContaining(why)]);
    expect((await fetch(`${report.url}/readyz`)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    // One for trials has topics and groups of its own, at the same brokers.
    const trials = await world.start('report', {
      ...{ ...brokers, PERIGEE_DATA: join(elsewhere, 'trials'), PERIGEE_KAFKA_GROUP: 'trials' },
      ...{ PERIGEE_KAFKA_TOPIC: 'trials.builds', PERIGEE_KAFKA_DELIVERIES_TOPIC: 'trials.told' },
    });
    await expect.poll(async () => (await fetch(`${trials.url}/readyz`)).status, soon).toBe(200);
    expect((await fetch(`${report.url}/readyz`)).status).toBe(200);
    expect(await trials.stop()).toBe(0);

    // A payload that cannot be read lies in the topic of the dead letters.
    const target = { url: `${door.url}/api/github/webhooks`, secret: webhookSecret };
    const broken = { action: 'opened', installation: { id: 77 } };
    const sent = { event: 'pull_request', guid: 'broken', payload: broken };
    expect((await sendWebhook(target, sent)).status).toBe(200);

    await kafka?.pause();
    world.push(pull);
    const missed = await world.tell(pull, 'synchronize');
    await kafka?.resume();
    expect(missed.statusCode).toBe(503);
    await expect
      .poll(async () => (await world.tell(pull, 'synchronize')).statusCode, soon)
      .toBe(200);
    await expect.poll(() => world.findCheck(pull)?.status, soon).toBe('queued');
    expect([await door.stop(), await report.stop()]).toEqual([0, 0]);
  },
);
