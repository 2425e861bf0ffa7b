/**
 * The group of the services grows and shrinks while a burst comes, as at a deployment: work moves from one to
 * the other in the middle of builds. Every point is counted in the end.
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
const rounds = 3;
const builds = 120;
const testMs = 300_000;

const missing = missingForInflux();
const isSkipped = isKafkaSkipped || (missing !== undefined && process.env['CI'] === undefined);
if (isSkipped)
  console.log(`the test of planned rebalances is skipped: ${missing ?? 'there is no Kafka'}`);

const data = mkdtempSync(join(tmpdir(), 'perigee-rebalance-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

let kafka: KafkaServer;
let influx: InfluxServer;
let bucket: InfluxSettings;

beforeAll(async () => {
  if (isSkipped) return undefined;
  [kafka, influx] = await Promise.all([startKafka(), startInflux()]);
  bucket = await influx.createBucket('perigee');
  await createTopic(kafka.plain, topic, 6);
  return async () => {
    await kafka.remove();
    await influx.remove();
  };
}, 2 * kafkaStartMs);

function start(): Promise<RunningService> {
  return startService({
    PERIGEE_DATA: data,
    PERIGEE_KAFKA_BROKERS: kafka.plain,
    PERIGEE_INFLUXDB_URL: bucket.url,
    PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
    PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
    PERIGEE_INFLUXDB_TOKEN: bucket.token,
    PERIGEE_DEADLINE: '5s',
    PERIGEE_QUIET: '1s',
  });
}

const countMoves = ({ lines }: RunningService): number =>
  lines.filter(({ message }) => message === 'partitions lost').length;

test.skipIf(isSkipped)(
  'services that come and go in order while a burst comes leave what a plain fold gives',
  async () => {
    const seed = Number(process.env['PERIGEE_SEED'] ?? 71);
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const feed = drawFeed(seed, builds, join(data, 'artifacts'));
    const waiting = [...feed.messages];
    const serving = await Promise.all([start(), start()]);
    let moves = 0;
    const leave = async (): Promise<void> => {
      const [leaver] = serving.splice(Math.floor(random() * serving.length), 1);
      expect(await leaver?.stop()).toBe(0);
      if (leaver !== undefined) moves += countMoves(leaver);
    };
    for (let round = 0; round < rounds; round++) {
      const isLast = round === rounds - 1;
      const slice = waiting.splice(0, isLast ? waiting.length : waiting.length / (rounds - round));
      // The third comes, and one of three goes, each amid its share of the burst.
      const [early, late] = [slice.slice(0, slice.length / 2), slice.slice(slice.length / 2)];
      await produceAll(kafka.plain, topic, early);
      const third = start();
      await pause(500 * random());
      serving.push(await third);
      await produceAll(kafka.plain, topic, late);
      await pause(500 * random());
      await leave();
    }
    expect(waiting).toEqual([]);
    for (const service of serving) await untilDrained(service, 120_000);
    await leave();
    await leave();
    // Or nothing was tried.
    expect(moves).toBeGreaterThan(rounds / 2);

    const whole = await expectAllFolded(feed, bucket, { broker: kafka.plain, topic });
    console.log(`${moves} moves, ${whole}`);
  },
  testMs,
);
