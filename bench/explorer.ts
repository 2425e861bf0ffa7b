/**
 * How fast the dashboard answers over a large store, and whether the service stays awake meanwhile.
 *   node bench/explorer.ts [--series 1000] [--builds 2000] [--readers 50] [--store FILE | --influx] [--patience 3600]
 * It waits so many seconds at most until all series are worked out.
 * Fills a store, which takes minutes, unless FILE is there already; then starts the built service over it. With
 * --influx the store is a real InfluxDB 2.7.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { addressOf } from '../src/explorer/addresses.ts';
import type { Overview, SeriesPage } from '../src/explorer/answers.ts';
import { openInfluxStore } from '../src/series/influx/open-influx-store.ts';
import { openSqliteStore } from '../src/series/sqlite/open-sqlite-store.ts';
import { startInflux } from '../test/servers/influx/start-influx.ts';
import { startService } from '../test/service/start-service.ts';
import { fillStore, repository } from './explorer/fill-store.ts';

const { values: options } = parseArgs({
  options: {
    series: { type: 'string', default: '1000' },
    builds: { type: 'string', default: '2000' },
    readers: { type: 'string', default: '50' },
    store: { type: 'string' },
    influx: { type: 'boolean', default: false },
    patience: { type: 'string', default: '3600' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'perigee-explorer-'));
const file = resolve(options.store ?? join(folder, 'filled.sqlite'));
const size = { series: Number(options.series), builds: Number(options.builds) };
const influx = options.influx ? await startInflux(2) : undefined;
const bucket = await influx?.createBucket('explorer');
if (bucket !== undefined || !existsSync(file)) {
  const store = bucket === undefined ? openSqliteStore({ file }) : openInfluxStore(bucket);
  const { result, seconds } = await time(() => fillStore(store, size, 1));
  console.log(`filled with ${result} values in ${seconds} s, seed 1`);
}
const settings = {
  PERIGEE_DATA: folder,
  ...(bucket === undefined
    ? { PERIGEE_SERIES_FILE: file }
    : {
        PERIGEE_INFLUXDB_URL: bucket.url,
        PERIGEE_INFLUXDB_ORGANISATION: bucket.organisation,
        PERIGEE_INFLUXDB_BUCKET: bucket.bucket,
        PERIGEE_INFLUXDB_TOKEN: bucket.token,
      }),
};
let service = await startService(settings);

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(service.url + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function time<T>(work: () => Promise<T>): Promise<{ result: T; seconds: string }> {
  const from = performance.now();
  const result = await work();
  return { result, seconds: ((performance.now() - from) / 1000).toFixed(3) };
}

/** Of the service and the processes that it started, in MiB. */
function measureMemory(): { all: number; own: number } {
  const statusOf = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8');
    } catch {
      // It ended meanwhile.
      return '';
    }
  };
  const numberOf = (text: string, name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
  const known = new Set([service.pid]);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  let all = 0;
  let own = 0;
  for (const pid of pids.toSorted((a, b) => Number(a) - Number(b))) {
    const text = statusOf(pid);
    const isOurs = known.has(Number(pid)) || known.has(numberOf(text, 'PPid'));
    if (!isOurs) continue;
    known.add(Number(pid));
    const rss = numberOf(text, 'VmRSS') / 1024 || 0;
    all += rss;
    if (Number(pid) === service.pid) own = rss;
  }
  return { all, own };
}

/** Another thread asks: this one is busy with what the readers get. */
function watchHealth(): { read(): number; reset(): void; stop(): Promise<unknown> } {
  const longest = new Float64Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL('./explorer/watch-health.ts', import.meta.url), {
    workerData: { url: `${service.url}/healthz`, longest },
  });
  return {
    read: () => longest[0] ?? 0,
    reset: () => void (longest[0] = 0),
    stop: () => worker.terminate(),
  };
}

const overview = addressOf.readOverview(repository);
const list = addressOf.listSeries(repository, { limit: 100 });
try {
  const cold = await time(() => read<Overview>(overview));
  console.log(
    `overview, nothing worked out yet: ${cold.seconds} s, ${JSON.stringify(cold.result.counts)}`,
  );
  const first = await time(async () => {
    const untilMs = performance.now() + 1_000 * Number(options.patience);
    for (;;) {
      const { pending } = (await read<Overview>(overview)).counts;
      if (pending === 0 || performance.now() > untilMs) return pending;
      await pause(1_000);
    }
  });
  console.log(`after ${first.seconds} s ${first.result} series are not worked out yet`);
  const warm = await time(() => read<Overview>(overview));
  console.log(`overview: ${warm.seconds} s, ${warm.result.changes.length} groups of changes`);
  const page = await time(() => read<SeriesPage>(list));
  console.log(`list of ${page.result.series.length} series: ${page.seconds} s`);
  const { series } = page.result;
  const seriesOf = (i: number): string =>
    addressOf.readSeries(repository, series[i % series.length]!.id);
  const one = await time(() => read(seriesOf(0)));
  const again = await time(() => read(seriesOf(0)));
  console.log(`one series: ${one.seconds} s, again ${again.seconds} s`);
  const comparison = addressOf.compareCommits(repository, {
    before: warm.result.builds[9]!.commit,
    after: warm.result.builds[0]!.commit,
  });
  console.log(`two commits: ${(await time(() => read(comparison))).seconds} s`);
  await service.stop();
  service = await startService(settings);
  const restarted = await time(() => read<Overview>(overview));
  console.log(
    `overview, right after a restart: ${restarted.seconds} s, ${restarted.result.counts.pending} pending`,
  );
  const health = watchHealth();
  // What a machine with other work makes of it, without any reader.
  await pause(10_000);
  const silentMs = health.read();
  health.reset();
  let memory = 0;
  const readers = Number(options.readers);
  const waits: number[] = [];
  let refused = 0;
  const all = await time(() =>
    Promise.all(
      Array.from({ length: readers }, async (_, i) => {
        for (const path of [overview, list, seriesOf(i + 1)]) {
          const from = performance.now();
          await read(path).catch((error: unknown) => {
            if (!String(error).includes('503')) throw error;
            refused += 1;
          });
          waits.push(performance.now() - from);
          memory = Math.max(memory, measureMemory().all);
        }
      }),
    ),
  );
  waits.sort((a, b) => a - b);
  const at = (share: number): string =>
    ((waits[Math.floor(share * waits.length)] ?? 0) / 1000).toFixed(2);
  console.log(
    `${readers} readers, three answers each: ${all.seconds} s, ${refused} refused; an answer waits ${at(0.5)} s (median), ${at(0.95)} s (95%)`,
  );
  console.log(
    `longest silence of /healthz ${health.read().toFixed(0)} ms (without readers ${silentMs.toFixed(0)} ms); memory ${memory.toFixed(0)} MiB in all, the service alone ${measureMemory().own.toFixed(0)} MiB`,
  );
  await health.stop();
} finally {
  await service.stop();
  await influx?.remove();
  rmSync(folder, { recursive: true });
}
