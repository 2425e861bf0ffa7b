import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildEvent } from '../../src/contract/documents.ts';
import type { InfluxSettings } from '../../src/store/influx/transport.ts';
import { openInfluxStore } from '../../src/store/influx/open-influx-store.ts';
import type { SeriesStore } from '../../src/store/series-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { keyEvent, type EventQueue } from '../../src/transport/eventlog/event-log.ts';
import { openKafkaQueue } from '../../src/transport/eventlog/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { startInflux } from '../../test/servers/influx/start-influx.ts';
import { createTopic, produceAll } from '../../test/servers/kafka/kafka-client.ts';
import { startKafka } from '../../test/servers/kafka/start-kafka.ts';
import { type RunningService, startService } from '../../test/service/start-service.ts';

export const kinds = ['embedded', 'servers'] as const;
export type Kind = (typeof kinds)[number];

/** A log of events, a store of series, and how to start the service on them. */
export interface Backends {
  /** Of artifacts. */
  root: string;
  store: SeriesStore;
  append(events: readonly BuildEvent[]): Promise<void>;
  serve(): Promise<RunningService>;
  close(): Promise<void>;
}

const topic = 'perigee.builds';
const atOnce = 1_000;
/** As deploy/ sets it: on a large machine the heap grows as far as it may, whatever is needed. */
const usual = { NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=16' };
const program = { program: ['bin/perigee.mjs', 'serve'] };

/** @param kind files of one folder, or a real Kafka and a real InfluxDB */
export function openBackends(kind: Kind, folder: string): Promise<Backends> {
  return kind === 'embedded' ? openFiles(folder) : openServers(folder);
}

async function openFiles(folder: string): Promise<Backends> {
  const data = join(folder, 'data');
  const root = join(data, 'artifacts');
  const environment = { ...usual, PERIGEE_DATA: data };
  // The files are made by the service.
  await (await startService(environment, program)).stop();
  const queue = openSqliteQueue({ file: join(data, 'events.sqlite') });
  const store = openSqliteStore({ file: join(data, 'series.sqlite') });
  return {
    ...{ root, store },
    append: async (events) => {
      for (const event of events) await appendOne(queue, event);
    },
    serve: () => startService(environment, program),
    close: async () => {
      await queue.close();
      await store.close();
    },
  };
}

async function openServers(folder: string): Promise<Backends> {
  const [kafka, influx] = await Promise.all([startKafka(), startInflux()]);
  await createTopic(kafka.plain, topic, 6);
  const bucket = await influx.createBucket('perigee');
  const settings = { brokers: [kafka.plain], topic, clientId: 'bench' };
  const queue = openKafkaQueue(settings);
  return {
    root: join(folder, 'artifacts'),
    store: openInfluxStore(bucket),
    append: async (events) => {
      // Those of one build, by a producer that stays connected.
      if (events.length < 10) {
        for (const event of events) await appendOne(queue, event);
        return;
      }
      for (let from = 0; from < events.length; from += atOnce) {
        await produceAll(kafka.plain, topic, events.slice(from, from + atOnce).map(describe));
      }
    },
    serve: () =>
      startService(
        {
          ...usual,
          PERIGEE_DATA: folder,
          PERIGEE_KAFKA_BROKERS: kafka.plain,
          PERIGEE_INFLUXDB_URL: bucket.url,
          PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
          PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
          PERIGEE_INFLUXDB_TOKEN: bucket.token,
        },
        program,
      ),
    close: async () => {
      await queue.close();
      await kafka.remove();
      await influx.remove();
    },
  };
}

const describe = (event: BuildEvent) => ({ key: keyEvent(event), value: JSON.stringify(event) });

function appendOne(queue: EventQueue, event: BuildEvent): Promise<void> {
  return queue.appendRaw(describe(event));
}

/** The most that a process has had in memory so far. */
export function readPeakMegabytes({ pid }: Pick<RunningService, 'pid'>): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Of all threads of a process, in the program and in the kernel. */
export function readCpuMs({ pid }: Pick<RunningService, 'pid'>): number {
  // After the name, which may hold blanks; times are in hundredths of a second on Linux.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

export function tell(what: string, value: number, digits = 0): void {
  const shown = value.toLocaleString('en-US', { maximumFractionDigits: digits });
  console.log(`${what.padEnd(56)} ${shown}`);
}

/** As InfluxDB takes them, with nothing of ours between. @param body lines, packed by gzip */
export async function postLines(
  { url, token, organisation, bucket }: InfluxSettings,
  body: Buffer,
): Promise<void> {
  const query = new URLSearchParams({ org: organisation, bucket, precision: 'ns' });
  const response = await fetch(`${url}/api/v2/write?${query.toString()}`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-encoding': 'gzip' },
    body: new Uint8Array(body),
  });
  if (!response.ok) throw new Error(`InfluxDB: ${response.status} ${await response.text()}`);
}
