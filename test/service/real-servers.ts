import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type kafkajs from 'kafkajs';
import { afterAll, beforeAll, test } from 'vitest';
import type { InfluxSettings } from '../../src/store/influx/transport.ts';
import { isNightly } from '../nightly.ts';
import { missingForInflux } from '../servers/influx/influx-programs.ts';
import { type InfluxServer, startInflux } from '../servers/influx/start-influx.ts';
import { createTopic } from '../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs } from '../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafkaCluster } from '../servers/kafka/start-kafka.ts';
import { type RunningService, startService } from './start-service.ts';

export const topic = 'perigee.builds';

export interface RealServers {
  /** Each broker holds all of the topic. */
  kafka(): readonly KafkaServer[];
  /** `host:port` of each. */
  brokers(): string[];
  influx(): InfluxServer;
  bucket(): InfluxSettings;
  /** Of the services, which share it; gone after the tests. */
  data: string;
  /** A service of the group that aggregates. */
  startService(): Promise<RunningService>;
  /** Skipped by day, and where a server is missing, which is told. CI never skips it at night. */
  test: ReturnType<typeof test.skipIf>;
}

/** A topic that all brokers hold, and that is written to when one of several is lost. */
export function safeTopic(name: string, brokers: number): kafkajs.ITopicConfig {
  return {
    ...{ topic: name, numPartitions: 6, replicationFactor: brokers },
    configEntries: [{ name: 'min.insync.replicas', value: String(Math.max(1, brokers - 1)) }],
  };
}

/**
 * A Kafka with the topic of builds and an InfluxDB, for the tests of a file.
 * @param what is skipped, for messages
 * @param brokers of Kafka; of several one may be lost
 */
export function prepareRealServers(
  what: string,
  times: { PERIGEE_DEADLINE: string; PERIGEE_QUIET: string },
  brokers = 1,
): RealServers {
  const missing = missingForInflux();
  const isSkipped = isKafkaSkipped || (missing !== undefined && process.env['CI'] === undefined);
  if (isSkipped) console.log(`${what} is skipped: ${missing ?? 'there is no Kafka'}`);
  const data = mkdtempSync(join(tmpdir(), 'perigee-real-servers-'));
  afterAll(() => rmSync(data, { recursive: true, force: true }));
  let kafka: readonly KafkaServer[] = [];
  let influx: InfluxServer;
  let bucket: InfluxSettings;
  const listBrokers = (): string[] => kafka.map(({ plain }) => plain);
  beforeAll(async () => {
    if (isSkipped) return undefined;
    [kafka, influx] = await Promise.all([startKafkaCluster(brokers), startInflux()]);
    bucket = await influx.createBucket('perigee');
    await createTopic(listBrokers(), safeTopic(topic, brokers));
    return async () => {
      for (const broker of kafka) await broker.remove();
      await influx.remove();
    };
  }, 2 * kafkaStartMs);
  return {
    kafka: () => kafka,
    brokers: listBrokers,
    influx: () => influx,
    bucket: () => bucket,
    data,
    startService: () =>
      startService({
        PERIGEE_DATA: data,
        PERIGEE_KAFKA_BROKERS: listBrokers().join(','),
        PERIGEE_INFLUXDB_URL: bucket.url,
        PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
        PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
        PERIGEE_INFLUXDB_TOKEN: bucket.token,
        ...times,
      }),
    test: test.skipIf(isSkipped || !isNightly),
  };
}
