import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { BuildEvent } from '../../../src/contract/documents.ts';
import { createTopic, readTopic } from '../../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs, kafkaTestAtNight } from '../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../servers/kafka/start-kafka.ts';
import { openStage, pullRequestOf, type Stage } from './stage-job.ts';
import { stageRepository } from './stage-repository.ts';

const topic = 'builds-of-act';
let kafka: KafkaServer | undefined;

beforeAll(async () => {
  if (isKafkaSkipped) return;
  kafka = await startKafka();
  await createTopic(kafka.plain, topic);
}, kafkaStartMs);

afterAll(() => kafka?.remove());

function openStageWithKafka(deadlineSeconds: number): Promise<Stage> {
  const inputs = [
    `kafka-brokers: ${kafka?.plain}`,
    `kafka-topic: ${topic}`,
    'kafka-tls: false',
    `kafka-deadline-seconds: ${deadlineSeconds}`,
  ];
  return openStage((folder) => stageRepository(folder, inputs));
}

kafkaTestAtNight(
  'each shard tells Kafka that it is done, and names the artifact that it left',
  async () => {
    const { repository, artifacts, run } = await openStageWithKafka(120);
    const payload = pullRequestOf(repository, repository.clean);
    const { exitCode, output } = await run('pull_request', payload, repository.clean);
    expect(exitCode).toBe(0);
    expect(output).toContain('sent the event of this shard to');
    const messages = await readTopic(kafka!.plain, topic, 2);
    const events = messages.map(({ value }) => JSON.parse(value) as BuildEvent);
    expect(events.map(({ kind, shard }) => [kind, shard?.index]).sort()).toEqual([
      ['shard-done', 0],
      ['shard-done', 1],
    ]);
    expect(events.map(({ shard }) => shard?.artifact.location).sort()).toEqual(
      artifacts.artifacts.map(({ name }) => name).sort(),
    );
  },
);

kafkaTestAtNight(
  'a broker that is down changes nothing but one line: the event stays in the artifact',
  async () => {
    await kafka!.stop();
    onTestFinished(() => kafka!.start());
    const { repository, artifacts, run } = await openStageWithKafka(3);
    const payload = pullRequestOf(repository, repository.clean);
    const { exitCode, output } = await run('pull_request', payload, repository.clean);
    expect(exitCode).toBe(0);
    expect(output).toContain('the event is in the artifact only');
    expect(output).toMatch(/### ✅ .*Nothing got slower/);
    expect(artifacts.artifacts).toHaveLength(2);
  },
);
