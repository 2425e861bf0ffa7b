/**
 * Builds that all wait for one shard at the same time: how much memory that takes, and whether each of them
 * is whole once its shard has come. `npx node bench/ingest-pending.ts [builds] [embedded|servers]`, after
 * `npm run build`; 10,000 builds and both without arguments. Ends with an error where a build is not whole.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuildEvent } from '../src/contract/documents.ts';
import { createRandom } from '../src/stats/random.ts';
import { makeBuild, type MadeBuild } from '../test/service/make-builds.ts';
import { foldPlainly, listPoints } from '../test/service/oracle.ts';
import { readMetric, type RunningService } from '../test/service/start-service.ts';
import { storeShard } from '../test/service/store-shard.ts';
import {
  type Backends,
  type Kind,
  kinds,
  openBackends,
  readPeakMegabytes,
  tell,
} from './ingest/backends.ts';

const count = Number(process.argv[2] ?? 10_000);
const asked = kinds.filter((kind) => kind === process.argv[3]);
/** Of which every point is compared with a plain fold; of all others the points are counted. */
const compared = 200;
const longestMs = 170_000;

for (const kind of asked.length === 0 ? kinds : asked) await measure(kind);

async function measure(kind: Kind): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-pending-'));
  const backends = await openBackends(kind, folder);
  try {
    await run(kind, backends);
  } finally {
    await backends.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(kind: Kind, backends: Backends): Promise<void> {
  const random = createRandom(1);
  const builds = Array.from({ length: count }, (_, number) => draw(number, random));
  const early = storeAll(builds, 'records', backends.root);
  const service = await backends.serve();
  const idle = readPeakMegabytes(service);
  const started = performance.now();
  await backends.append(early);
  await until(service, 'perigee_builds_pending', count);
  tell(`${kind}: builds pending`, await readMetric(service.url, 'perigee_builds_pending'));
  tell(`${kind}: events held`, await readMetric(service.url, 'perigee_events_held'));
  tell(`${kind}: memory when idle, MB`, idle);
  tell(`${kind}: memory with all of them pending, at the most, MB`, readPeakMegabytes(service));
  tell(`${kind}: seconds until all were pending`, (performance.now() - started) / 1000, 1);
  const late = storeAll(builds, 'lost', backends.root);
  const resumed = performance.now();
  await backends.append(late);
  await until(service, 'perigee_builds_written_total', count);
  await until(service, 'perigee_lag_messages', 0);
  tell(
    `${kind}: seconds from their shards until all were whole`,
    (performance.now() - resumed) / 1000,
    1,
  );
  tell(`${kind}: memory at the most, MB`, readPeakMegabytes(service));
  const written = await readMetric(service.url, 'perigee_points_written_total');
  const letters = await readMetric(service.url, 'perigee_dead_letters_total');
  await service.stop();
  const all = builds.map((build) => foldPlainly(build.key, [...build.records, ...build.lost]));
  const points = all.reduce((sum, lines) => sum + lines.length, 0);
  if (written !== points) throw new Error(`${written} points were written instead of ${points}`);
  if (letters > 0) throw new Error(`${letters} events were put aside`);
  const step = Math.max(1, Math.floor(count / compared));
  for (let number = 0; number < count; number += step) {
    const { key } = builds[number]!;
    const stored = await backends.store.readBuild(key);
    const isSame =
      stored?.build.isComplete === true && listPoints(stored).join() === all[number]!.join();
    if (!isSame) throw new Error(`build ${key.runId} is not what a plain fold gives`);
  }
  tell(`${kind}: points, all written once`, points);
}

/** Two shards, of which the second is late. */
function draw(number: number, random: () => number): MadeBuild {
  const repository = `acme/service-${number % 20}`;
  const shape = { repository, runId: `${number}`, shards: 2, testsPerShard: 1, repeats: 2 };
  const build = makeBuild(shape, random);
  const records = build.records.filter(({ shard }) => shard.attempt === 1);
  return { key: build.key, records: records.slice(0, 1), lost: records.slice(1) };
}

/** @returns the events of what it has stored */
function storeAll(
  builds: readonly MadeBuild[],
  part: 'records' | 'lost',
  root: string,
): BuildEvent[] {
  return builds.flatMap((build) => build[part].map((each) => storeShard(root, build.key, each)));
}

async function until({ url }: RunningService, metric: string, wanted: number): Promise<void> {
  const deadline = performance.now() + longestMs;
  for (;;) {
    const value = await readMetric(url, metric);
    if (value === wanted) return;
    if (performance.now() > deadline) throw new Error(`${metric} is ${value} instead of ${wanted}`);
    await pause(200);
  }
}
