/**
 * What it costs to write batches one partition at a time, with proof: events a second on a real broker, as a ratio
 * to the same batches in one call of kafkajs, in interleaved pairs. `npx node bench/kafka-batches.ts [pairs]`;
 * about half a minute.
 */
import kafkajs from 'kafkajs';
import { median } from 'simple-statistics';
import { muteNegativeTimeouts } from '../src/transport/events/negative-timeouts.ts';
import { openKeptProducer } from '../src/transport/events/kafka/kept-producer.ts';
import { createTopic } from '../test/servers/kafka/kafka-client.ts';
import { startKafka } from '../test/servers/kafka/start-kafka.ts';

const pairs = Number(process.argv[2] ?? 30);
const topic = 'batches';
const eventBytes = 1_000;

muteNegativeTimeouts();
const kafka = await startKafka();
try {
  await createTopic(kafka.plain, topic, 6);
  const kept = openKeptProducer({ brokers: [kafka.plain], topic, clientId: 'bench' });
  const plain = new kafkajs.Kafka({
    clientId: 'bench',
    brokers: [kafka.plain],
    logLevel: kafkajs.logLevel.NOTHING,
  }).producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await plain.connect();
  for (const size of [1, 10, 100, 1_000]) {
    const messages = Array.from({ length: size }, (_, number) => ({
      key: `build ${number}`,
      value: `${number}`.padEnd(eventBytes),
    }));
    const before = () => plain.send({ topic, acks: -1, messages });
    const after = () => kept.send(topic, messages);
    await time(before);
    await time(after);
    const times = [];
    for (let pair = 0; pair < pairs; pair++) {
      times.push({ beforeMs: await time(before), afterMs: await time(after) });
    }
    const beforeMs = median(times.map((one) => one.beforeMs));
    const afterMs = median(times.map((one) => one.afterMs));
    const ratio = median(times.map((one) => one.beforeMs / one.afterMs));
    const rates = [beforeMs, afterMs].map((ms) => Math.round((1_000 * size) / ms));
    console.log(`${size} at once: ${rates.join(' → ')} events a second, ratio ${ratio.toFixed(2)}`);
  }
  await plain.disconnect();
  await kept.close();
} finally {
  await kafka.remove();
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
