/**
 * What the embedded series store does: points written a second, and how long the last 100 of a series take to
 * read when there are many. `npx node bench/series-store.ts [points] [folder]`; the file is deleted afterwards.
 * A point is one repeat of one span on one side, here with ten metrics.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import { createRandom } from '../src/stats/random.ts';
import {
  benchMetrics,
  benchSpans,
  benchTests,
  makeBenchBuild,
  nameBenchSpan,
  pointsOfBenchBuild,
} from './series-builds.ts';

const points = Number(process.argv[2] ?? 1_000_000);
const parent = process.argv[3] ?? tmpdir();

const buildsAtOnce = 4;
const reads = 200;

const random = createRandom(1);
const folder = mkdtempSync(join(parent, 'perigee-bench-series-'));
const file = join(folder, 'series.sqlite');

try {
  const store = openSqliteStore({ file });
  const builds = Math.ceil(points / pointsOfBenchBuild);
  let written = 0;
  let writingMs = 0;
  let cpuMicroseconds = 0;
  for (let number = 0; number < builds; number += buildsAtOnce) {
    const batch = Array.from({ length: Math.min(buildsAtOnce, builds - number) }, (_, more) =>
      makeBenchBuild(number + more),
    );
    const started = performance.now();
    const cpu = process.cpuUsage();
    written += (await store.write(batch, new AbortController().signal)).written;
    writingMs += performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    cpuMicroseconds += user + system;
  }
  const bytes = statSync(file).size;
  tell('points', written);
  tell('builds', builds);
  tell('points written a second', (written / writingMs) * 1000);
  tell('points written a second of CPU time', (written / cpuMicroseconds) * 1e6);
  tell('bytes a point', bytes / written);
  const times = await timeReads(store.readLast);
  tell('last 100 of a series, median ms', at(times, 0.5), 2);
  tell('last 100 of a series, 99th percentile ms', at(times, 0.99), 2);
  const one = await timeReads((query, count) => store.readLast({ ...query, side: 'after' }, count));
  tell('last 100 of one side, median ms', at(one, 0.5), 2);
  tell('memory at the most, MB', process.resourceUsage().maxRSS / 1024);
  await store.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function timeReads(read: ReturnType<typeof openSqliteStore>['readLast']): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < reads; count += 1) {
    const started = performance.now();
    const values = await read(
      {
        ...{ repository: 'acme/sync', suite: 'sync', annotations: { num_files: 100 } },
        ...nameBenchSpan(Math.floor(random() * benchTests), Math.floor(random() * benchSpans)),
        metric: benchMetrics[Math.floor(random() * benchMetrics.length)]!,
      },
      100,
    );
    times.push(performance.now() - started);
    if (values.length !== 100 && written100()) throw new Error(`${values.length} values were read`);
  }
  return times.sort((a, b) => a - b);
}

function written100(): boolean {
  return points >= 10 * pointsOfBenchBuild;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
}

function tell(what: string, value: number, digits = 0): void {
  console.log(`${what.padEnd(44)} ${value.toFixed(digits).padStart(12)}`);
}
