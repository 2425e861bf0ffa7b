import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { InfluxSettings } from '../../../src/store/influx/transport.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import type { SeriesStore } from '../../../src/store/series-store.ts';
import type { DeadLetter } from '../../../src/transport/eventlog/event-log.ts';
import { openSqliteQueue } from '../../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { type FaultyProxy, startFaultyProxy } from '../../servers/influx/faulty-proxy.ts';
import type { InfluxServer } from '../../servers/influx/start-influx.ts';
import { expectPlainFold, expectPoison } from '../compare-store.ts';
import { drawFeed, type Feed, type Feeding } from '../feed.ts';
import { type RunningService, startService } from '../start-service.ts';
import { untilDrained } from '../until-drained.ts';

/** A service in a process of its own, whose InfluxDB lies behind a proxy that can spoil what it is asked. */
export interface OnInflux {
  proxy: FaultyProxy;
  service: RunningService;
  bucket: InfluxSettings;
  /** The same bucket without the proxy. */
  store: SeriesStore;
  artifacts: string;
  /** A few at a time, so that the service writes more than once. */
  append(messages: readonly Feeding[]): Promise<void>;
  drawFeed(seed: number, builds: number): Feed;
  untilDrained(): Promise<void>;
  listLetters(): Promise<DeadLetter[]>;
  /** Fails unless the bucket is as a plain fold says, and what is poison is a dead letter. @returns points */
  expectAll(feed: Feed): Promise<number>;
  stop(): Promise<void>;
}

const messagesAtOnce = 8;
const pauseMs = 80;

export async function startOnInflux(
  server: InfluxServer,
  environment: Readonly<Record<string, string>> = {},
): Promise<OnInflux> {
  const data = mkdtempSync(join(tmpdir(), 'perigee-on-influx-'));
  const artifacts = join(data, 'artifacts');
  const bucket = await server.createBucket(randomUUID());
  const proxy = await startFaultyProxy(server.url);
  const queue = openSqliteQueue({ file: join(data, 'events.sqlite') });
  const store = openInfluxStore(bucket);
  const service = await startService({
    PERIGEE_DATA: data,
    PERIGEE_INFLUXDB_URL: proxy.url,
    PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
    PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
    PERIGEE_INFLUXDB_TOKEN: bucket.token,
    PERIGEE_DEADLINE: '2s',
    PERIGEE_QUIET: '1s',
    ...environment,
  });
  const listLetters = (): Promise<DeadLetter[]> => queue.deadLetters.list();
  return {
    ...{ proxy, service, bucket, store, artifacts, listLetters },
    append: async (messages) => {
      for (const [index, message] of messages.entries()) {
        if (index % messagesAtOnce === 0) await pause(pauseMs);
        await queue.appendRaw(message);
      }
    },
    drawFeed: (seed, builds) => drawFeed(seed, builds, artifacts),
    untilDrained: () => untilDrained(service),
    expectAll: async (feed) => {
      const points = await expectPlainFold(store, feed.builds);
      expectPoison(await listLetters(), feed);
      return points;
    },
    stop: async () => {
      expect(await service.stop()).toBe(0);
      await store.close();
      await queue.close();
      await proxy.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
