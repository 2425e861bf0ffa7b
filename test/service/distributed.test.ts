/**
 * Two services in one group, on a real Kafka and a real InfluxDB, killed and started again while the
 * broker is restarted and the store is away for a while. Every point is counted in the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InfluxSettings } from '../../src/series/influx/influx-settings.ts';
import { createRandom } from '../../src/stats/random.ts';
import { missingForInflux } from '../servers/influx/influx-programs.ts';
import { type InfluxServer, startInflux } from '../servers/influx/start-influx.ts';
import { createTopic, produceAll } from '../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs } from '../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../servers/kafka/start-kafka.ts';
import { expectAllFolded } from './compare-store.ts';
import { drawFeed } from './feed.ts';
import { type RunningService, startService } from './start-service.ts';
import { untilDrained } from './until-drained.ts';

const topic = 'perigee.builds';
const rounds = 10;
const builds = 120;
const testMs = 600_000;

const missing = missingForInflux();
const isSkipped = isKafkaSkipped || (missing !== undefined && process.env['CI'] === undefined);
if (isSkipped)
  console.log(`the test of the service with real servers is skipped: ${missing ?? ''}`);

const data = mkdtempSync(join(tmpdir(), 'perigee-distributed-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

let kafka: KafkaServer;
let influx: InfluxServer;
let bucket: InfluxSettings;

beforeAll(async () => {
  if (isSkipped) return undefined;
  kafka = await startKafka();
  influx = await startInflux();
  bucket = await influx.createBucket('perigee');
  await createTopic(kafka.plain, topic, 6);
  return async () => {
    await kafka.remove();
    await influx.remove();
  };
}, 2 * kafkaStartMs);

function describeEnvironment(): Record<string, string> {
  return {
    PERIGEE_DATA: data,
    PERIGEE_KAFKA_BROKERS: kafka.plain,
    PERIGEE_INFLUXDB_URL: bucket.url,
    PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
    PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
    PERIGEE_INFLUXDB_TOKEN: bucket.token,
    PERIGEE_DEADLINE: '30s',
    PERIGEE_QUIET: '2s',
  };
}

test.skipIf(isSkipped)(
  'two services, killed in turn while broker and store come and go, leave what a plain fold gives',
  async () => {
    const seed = Number(process.env['PERIGEE_SEED'] ?? 4);
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const feed = drawFeed(seed, builds, join(data, 'artifacts'));
    const waiting = [...feed.messages];
    const environment = describeEnvironment();
    const start = (): Promise<RunningService> => startService(environment);
    const services = [await start(), await start()];
    for (let round = 0; round < rounds; round++) {
      const left = Math.ceil(waiting.length / (rounds - round));
      await produceAll(kafka.plain, topic, waiting.splice(0, left));
      if (round === 3) await kafka.stop().then(() => kafka.start());
      if (round === 6) await influx.kill();
      await pause(1_000 + random() * 4_000);
      const victim = Math.floor(random() * services.length);
      await services[victim]?.kill();
      if (round === 6) await influx.start();
      services[victim] = await start();
    }
    for (const service of services) await untilDrained(service, 240_000);
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);

    const whole = await expectAllFolded(feed, bucket, { broker: kafka.plain, topic });
    console.log(`${rounds} kills, ${whole}`);
  },
  testMs,
);
