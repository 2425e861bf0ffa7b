/**
 * What the series store adds to InfluxDB: points written a second through it, as a ratio to the same lines posted
 * as they are to the same server, and how long reads take. `npx node bench/series-influx.ts [points]`
 */
import { gzipSync } from 'node:zlib';
import { linesOfBuild } from '../src/store/influx/lines.ts';
import { openInfluxStore } from '../src/store/influx/open-influx-store.ts';
import { startInflux } from '../test/servers/influx/start-influx.ts';
import { postLines } from './ingest/backends.ts';
import { makeBenchBuild, pointsOfBenchBuild } from './series-builds.ts';

const points = Number(process.argv[2] ?? 200_000);
const buildsAtOnce = 4;
const linesAtOnce = 5_000;
const rounds = 3;
const never = new AbortController().signal;

const builds = Array.from({ length: Math.ceil(points / pointsOfBenchBuild) }, (_, number) =>
  makeBenchBuild(number),
);
const lines = builds.flatMap((build) => [...linesOfBuild(build)].map(({ text }) => text));
const server = await startInflux();
try {
  for (let round = 0; round < rounds; round += 1) {
    const raw = await timeRaw(`raw-${round}`);
    const stored = await timeStore(`store-${round}`);
    tell('lines', lines.length);
    tell('posted as they are, lines a second', lines.length / raw);
    tell('through the store, lines a second', lines.length / stored);
    tell('ratio', raw / stored, 2);
  }
  await timeReads();
} finally {
  await server.remove();
}

async function timeRaw(bucket: string): Promise<number> {
  const settings = await server.createBucket(bucket);
  const started = performance.now();
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    const body = lines.slice(start, start + linesAtOnce).join('\n');
    await postLines(settings, gzipSync(body, { level: 1 }));
  }
  return (performance.now() - started) / 1000;
}

async function timeStore(bucket: string): Promise<number> {
  const store = openInfluxStore(await server.createBucket(bucket));
  const started = performance.now();
  for (let start = 0; start < builds.length; start += buildsAtOnce) {
    const { refused } = await store.write(builds.slice(start, start + buildsAtOnce), never);
    if (refused.length > 0) throw new Error(refused[0]?.reason);
  }
  return (performance.now() - started) / 1000;
}

async function timeReads(): Promise<void> {
  const store = openInfluxStore(server.settings('store-0'));
  const [first] = builds;
  const point = first!.points[0]!;
  const query = { ...first!.build, ...point, metric: 'latency' };
  const times: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const started = performance.now();
    await store.readLast(query, 100);
    times.push(performance.now() - started);
  }
  tell('last 100 of a series, median ms', times.sort((a, b) => a - b)[25]!, 1);
  const started = performance.now();
  await store.write([first!], never);
  tell('a build that is known, written again, ms', performance.now() - started, 1);
}

function tell(what: string, value: number, digits = 0): void {
  console.log(`${what.padEnd(44)} ${value.toFixed(digits).padStart(12)}`);
}
