/**
 * From "a shard is done" to points that can be queried, on a real Kafka and a real InfluxDB, as a ratio to the
 * same lines posted to the same InfluxDB as they are. `npx node bench/ingest.ts [points]`, after `npm run
 * build`; about two minutes for the million. Everything it starts and writes is gone afterwards.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { aggregateRecords } from '../src/aggregate/aggregate-records.ts';
import type { InfluxSettings } from '../src/store/influx/transport.ts';
import { linesOfBuild } from '../src/store/influx/lines.ts';
import { pointsOfBuild as listPoints } from '../src/store/points-of-build.ts';
import { createRandom } from '../src/stats/random.ts';
import { keyEvent } from '../src/transport/eventlog/event-log.ts';
import { startInflux } from '../test/servers/influx/start-influx.ts';
import { createTopic, produceAll } from '../test/servers/kafka/kafka-client.ts';
import { startKafka } from '../test/servers/kafka/start-kafka.ts';
import { readMetric, startService } from '../test/service/start-service.ts';
import { postLines, readCpuMs, readPeakMegabytes, tell } from './ingest/backends.ts';
import { makeBuild, pointsOfBuild, storeBuild } from './ingest/make-build.ts';

const wanted = Number(process.argv[2] ?? 1_000_000);
const builds = Math.ceil(wanted / pointsOfBuild);
const points = builds * pointsOfBuild;
const topic = 'perigee.builds';
const linesAtOnce = 5_000;
/** As InfluxDB likes it, and as the service does. */
const postsAtOnce = 2;
const program = 'bin/perigee.mjs';

const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-ingest-'));
const random = createRandom(1);
const kafka = await startKafka();
try {
  await createTopic(kafka.plain, topic, 6);
  const events = Array.from({ length: builds }, (_, number) =>
    storeBuild(join(folder, 'artifacts'), number, random),
  ).flat();
  const messages = events.map((event) => ({ key: keyEvent(event), value: JSON.stringify(event) }));
  for (let from = 0; from < messages.length; from += 1_000) {
    await produceAll(kafka.plain, topic, messages.slice(from, from + 1_000));
  }
  const [rawMs, rawInfluxMs] = await withInflux(postRaw);
  tell('lines posted raw, a second', (points / rawMs) * 1000);
  const [{ ms, cpuMs, peakMegabytes }, besideMs] = await withInflux(ingest);
  tell('points end to end, a second', (points / ms) * 1000);
  tell('ratio', rawMs / ms, 2);
  tell('memory of the service at the most, MB', peakMegabytes);
  // Of a million points. Unlike the rates these say nearly the same on a machine that has other work.
  const ofMillion = 1000 / points;
  tell('CPU of the service, s a million', cpuMs * ofMillion, 1);
  tell('CPU of InfluxDB beside it, s a million', besideMs * ofMillion, 1);
  tell('CPU of InfluxDB for raw lines, s a million', rawInfluxMs * ofMillion, 1);
} finally {
  await kafka.remove();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * A server of its own for each: after 100,000 points one works on for about a second of CPU time, which would count for
 * what comes next.
 * @returns what the work gives, and the CPU time of the server meanwhile, in milliseconds
 */
async function withInflux<T>(work: (bucket: InfluxSettings) => Promise<T>): Promise<[T, number]> {
  const influx = await startInflux();
  try {
    const bucket = await influx.createBucket('perigee');
    const idleMs = readInfluxCpuMs();
    const done = await work(bucket);
    return [done, readInfluxCpuMs() - idleMs];
  } finally {
    await influx.remove();
  }
}

/** The same lines, made beforehand, with nothing else to do. @returns milliseconds of posting */
async function postRaw(bucket: InfluxSettings): Promise<number> {
  const again = createRandom(1);
  let lines: string[] = [];
  let ms = 0;
  for (let number = 0; number < builds; number++) {
    const { key, records } = makeBuild(number, again);
    const aggregate = aggregateRecords(records, { repository: key.repository });
    const atMs = Date.parse(aggregate.build.startedAt);
    for (const { text } of linesOfBuild(listPoints(aggregate, { key, atMs }))) lines.push(text);
    const isLast = number === builds - 1;
    while (lines.length >= linesAtOnce * postsAtOnce || (isLast && lines.length > 0)) {
      const bodies = Array.from({ length: postsAtOnce }, (_, i) =>
        lines.slice(i * linesAtOnce, (i + 1) * linesAtOnce),
      ).filter((body) => body.length > 0);
      lines = lines.slice(linesAtOnce * postsAtOnce);
      const packed = bodies.map((body) => gzipSync(body.join('\n'), { level: 1 }));
      const started = performance.now();
      await Promise.all(packed.map((body) => postLines(bucket, body)));
      ms += performance.now() - started;
    }
  }
  return ms;
}

/** From the moment that the service serves until it has nothing left to do. */
async function ingest(
  bucket: InfluxSettings,
): Promise<{ ms: number; cpuMs: number; peakMegabytes: number }> {
  const service = await startService(
    {
      // As deploy/ sets it: on a large machine the heap grows as far as it may, whatever is needed.
      NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=16',
      PERIGEE_DATA: folder,
      PERIGEE_KAFKA_BROKERS: kafka.plain,
      PERIGEE_INFLUXDB_URL: bucket.url,
      PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
      PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
      PERIGEE_INFLUXDB_TOKEN: bucket.token,
    },
    { program: [program, 'serve'] },
  );
  const started = performance.now();
  const startMs = readTreeCpuMs(service.pid);
  for (;;) {
    // Each look asks Kafka for the lag: more of them would be part of what they measure.
    await pause(1_000);
    const written = await readMetric(service.url, 'perigee_points_written_total');
    if (written > points) throw new Error(`${written} points were written instead of ${points}`);
    if (written === points) break;
  }
  const ms = performance.now() - started;
  const cpuMs = readTreeCpuMs(service.pid) - startMs;
  const peakMegabytes = readPeakMegabytes(service);
  await service.stop();
  return { ms, cpuMs, peakMegabytes };
}

/** Of a process, with the processes that it has started, those that have ended included. */
function readTreeCpuMs(pid: number): number {
  const ended = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const living = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const own = readCpuMs({ pid }) + 10 * (Number(ended[13]) + Number(ended[14]));
  return living.filter(Boolean).reduce((sum, child) => sum + readTreeCpuMs(Number(child)), own);
}

/** Of the server that this process has started. */
function readInfluxCpuMs(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();
  const pids = children.split(' ').map(Number);
  const server = pids.find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'influxd');
  return readCpuMs({ pid: server ?? process.pid });
}
