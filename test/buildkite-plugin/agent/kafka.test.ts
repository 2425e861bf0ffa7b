import { afterAll, beforeAll, expect } from 'vitest';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import { kafkaUser } from '../../servers/kafka/describe-broker.ts';
import { createTopic, readTopic } from '../../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs, kafkaTestAtNight } from '../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../servers/kafka/start-kafka.ts';
import { openPipeline } from './open-pipeline.ts';
import { bundlePlugin } from './stage-plugin.ts';

const topic = 'builds-of-buildkite';
let kafka: KafkaServer | undefined;

beforeAll(async () => {
  if (isKafkaSkipped) return;
  await bundlePlugin();
  kafka = await startKafka();
  await createTopic(kafka.plain, topic);
}, kafkaStartMs);

afterAll(() => kafka?.remove());

kafkaTestAtNight(
  'a shard tells Kafka that it is done, with a password that no log shows, and goes on without Kafka',
  async () => {
    const build = (await openPipeline()).begin('tidy');
    const tell = (deadlineSeconds: number) => ({
      kafka: {
        ...{ brokers: [kafka!.secure], topic, 'tls-authority': kafka!.authority },
        ...{ 'sasl-mechanism': 'scram-sha-512', 'sasl-username': kafkaUser.username },
        ...{ 'sasl-password-variable': 'KAFKA_SECRET', 'deadline-seconds': deadlineSeconds },
      },
    });
    const environment = { KAFKA_SECRET: kafkaUser.password };
    const told = await build.measure(1, { options: tell(120), environment });
    expect(told.status, told.output).toBe(0);
    expect(told.output).toContain('sent the event of this shard to');
    const [message] = await readTopic(kafka!.plain, topic, 1);
    const { build: of, kind, shard } = JSON.parse(message?.value ?? '') as BuildEvent;
    expect({ kind, runId: of.runId }).toEqual({ kind: 'shard-done', runId: 'acme/sync/1' });
    expect(shard?.artifact).toMatchObject({
      ...{ store: 'buildkite', location: 'perigee-sync-shard-2-of-2-attempt-1' },
    });

    await kafka!.stop();
    const spooled = await build.measure(0, { options: tell(5), environment });
    expect(spooled.status, spooled.output).toBe(0);
    expect(spooled.output).toContain('the event is in the artifact only');
    expect(build.list(/shard-1-of-2-attempt-1\/event\.json$/)).toHaveLength(1);
    for (const { output } of [told, spooled]) expect(output).not.toContain(kafkaUser.password);
  },
);
