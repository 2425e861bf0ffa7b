import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import type { InfluxSettings } from '../../src/series/influx/influx-settings.ts';
import { missingForInflux } from '../servers/influx/influx-programs.ts';
import { type InfluxServer, startInflux } from '../servers/influx/start-influx.ts';
import { createTopic } from '../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs } from '../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../servers/kafka/start-kafka.ts';
import { type RunningService, startService } from './start-service.ts';

export const topic = 'perigee.builds';

export interface RealServers {
  kafka(): KafkaServer;
  influx(): InfluxServer;
  bucket(): InfluxSettings;
  /** Of the services, which share it; gone after the tests. */
  data: string;
  /** A service of the group that aggregates. */
  startService(): Promise<RunningService>;
  /** Skipped where a server is missing, which is told. CI never skips it. */
  test: ReturnType<typeof test.skipIf>;
}

/** A Kafka with the topic of builds and an InfluxDB, for the tests of a file. @param what is skipped, for messages */
export function prepareRealServers(
  what: string,
  times: { PERIGEE_DEADLINE: string; PERIGEE_QUIET: string },
): RealServers {
  const missing = missingForInflux();
  const isSkipped = isKafkaSkipped || (missing !== undefined && process.env['CI'] === undefined);
  if (isSkipped) console.log(`${what} is skipped: ${missing ?? 'there is no Kafka'}`);
  const data = mkdtempSync(join(tmpdir(), 'perigee-real-servers-'));
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
  return {
    kafka: () => kafka,
    influx: () => influx,
    bucket: () => bucket,
    data,
    startService: () =>
      startService({
        PERIGEE_DATA: data,
        PERIGEE_KAFKA_BROKERS: kafka.plain,
        PERIGEE_INFLUXDB_URL: bucket.url,
        PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
        PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
        PERIGEE_INFLUXDB_TOKEN: bucket.token,
        ...times,
      }),
    test: test.skipIf(isSkipped),
  };
}
