/** The same through a real Kafka and a real InfluxDB, with a process for each role. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import { makeFolder } from '../../runner/stage/make-repository.ts';
import { missingForInflux } from '../../servers/influx/influx-programs.ts';
import { type InfluxServer, shareInflux } from '../../servers/influx/start-influx.ts';
import { createTopic } from '../../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs } from '../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../servers/kafka/start-kafka.ts';
import { acceptAndMerge, expectPage, expectStored, turnRed } from './live-through.ts';
import { openWorld } from './open-world.ts';

const missing = missingForInflux();
const isSkipped = isKafkaSkipped || (missing !== undefined && process.env['CI'] === undefined);
if (isSkipped) console.log(`the test from push to merge is skipped: ${missing ?? 'no Kafka'}`);

let kafka: KafkaServer | undefined;
let influx: InfluxServer | undefined;

beforeAll(async () => {
  if (isSkipped) return;
  [kafka, influx] = await Promise.all([startKafka(), shareInflux()]);
  for (const topic of ['perigee.builds', 'perigee.deliveries']) {
    await createTopic(kafka.plain, topic, 3);
  }
}, kafkaStartMs);

afterAll(() => kafka?.remove());

interface Coverage {
  result: { functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

/** The functions that Node counted calls of. */
function listCalled(folder: string): string[] {
  const scripts = readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Coverage;
    return result;
  });
  return scripts
    .flatMap(({ functions }) => functions)
    .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
    .map(({ functionName }) => functionName);
}

// Needs a JDK with Maven and a built InfluxDB: a laptop may lack them, and is told so above; CI never skips it.
test.skipIf(isSkipped)(
  'roles that are apart, with Kafka between them and InfluxDB behind, do what one process does',
  async () => {
    const trace = makeFolder();
    const bucket = await influx!.createBucket('end-to-end');
    const world = await openWorld({
      isSmall: true,
      roles: ['webhooks', 'report', 'aggregate'],
      environment: {
        NODE_V8_COVERAGE: trace,
        PERIGEE_KAFKA_BROKERS: kafka?.plain ?? '',
        PERIGEE_INFLUXDB_URL: bucket.url,
        PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
        PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
        PERIGEE_INFLUXDB_TOKEN: bucket.token,
      },
    });
    const pull = await world.propose('slower');
    const { run } = await turnRed(world, pull);
    // As a front leads there.
    await expectPage(world, pull, world.services[1]!);
    await acceptAndMerge(world, pull);
    const store = openInfluxStore(bucket);
    await expectStored(store, run.id, pull);
    await store.close();
    expect(await world.stop()).toEqual([0, 0, 0]);
    // Of Probot, octokit, KafkaJS and the client of InfluxDB; that GitHub is asked past octokit the front refuses.
    const called = ['verifyAndReceive', 'fetchWrapper', 'produce', 'writeRecords'];
    expect(listCalled(trace)).toEqual(expect.arrayContaining(called));
  },
);
