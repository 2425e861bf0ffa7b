import { beforeAll } from 'vitest';
import { openKafkaQueue } from '../../../../src/transport/events/kafka/kafka-queue.ts';
import { createTopic } from '../../../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs, kafkaTest } from '../../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../../servers/kafka/start-kafka.ts';
import { testDeadLetters } from '../dead-letters-contract.ts';
import { type QueuePlace, testEventQueue } from '../event-queue-contract.ts';
import { testGroup } from '../group-contract.ts';
import { makeSettings } from '../make-event.ts';

const sessionMs = 3_000;
let kafka: KafkaServer;
let topics = 0;

beforeAll(async () => {
  if (isKafkaSkipped) return undefined;
  kafka = await startKafka();
  return () => kafka.remove();
}, kafkaStartMs);

async function makePlace(): Promise<QueuePlace> {
  topics += 1;
  const topic = `contract-${topics}`;
  await createTopic(kafka.plain, topic, 3);
  const settings = makeSettings({ brokers: [kafka.plain], topic });
  return { open: async () => openKafkaQueue(settings, { sessionMs }), sessionMs };
}

testEventQueue(kafkaTest, makePlace);
testDeadLetters(kafkaTest, makePlace);
testGroup(kafkaTest, makePlace);
