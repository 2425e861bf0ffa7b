/**
 * How long it takes from an event until its build can be queried: when nothing else comes, and in a burst of fifty
 * times the steady rate. `npx node bench/ingest-lag.ts [builds when idle] [builds of the burst]
 * [embedded|servers]`, after `npm run build`; 50, 250 and both without arguments.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../src/stats/random.ts';
import { readMetric, type RunningService } from '../test/service/start-service.ts';
import {
  type Backends,
  type Kind,
  kinds,
  openBackends,
  readPeakMegabytes,
  tell,
} from './ingest/backends.ts';
import { pointsOfBuild, storeBuild } from './ingest/make-build.ts';

const idleBuilds = Number(process.argv[2] ?? 50);
const burstBuilds = Number(process.argv[3] ?? 250);
const asked = kinds.filter((kind) => kind === process.argv[4]);
/** The steady rate is one build a second. */
const steadyMs = 1_000;
const times = 50;
const random = createRandom(1);

for (const kind of asked.length === 0 ? kinds : asked) {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-lag-'));
  const backends = await openBackends(kind, folder);
  const service = await backends.serve();
  try {
    await measureIdle(kind, backends);
    await measureBurst(kind, backends, service);
  } finally {
    await service.stop();
    await backends.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One build after the other, each of one event more than the artifacts that lie there already. */
async function measureIdle(kind: Kind, { root, store, append }: Backends): Promise<void> {
  const delaysMs: number[] = [];
  for (let number = 0; number < idleBuilds; number++) {
    const events = storeBuild(root, number, random);
    const { build } = events[0]!;
    // Not in step with anything that ticks.
    await pause(300 * random());
    await append(events.slice(0, -1));
    const started = performance.now();
    await append(events.slice(-1));
    while ((await store.readBuild(build))?.build.isComplete !== true) await pause(5);
    delaysMs.push(performance.now() - started);
  }
  delaysMs.sort((a, b) => a - b);
  tell(`${kind}: event to queryable when idle, median ms`, pick(delaysMs, 0.5));
  tell(`${kind}: the same, 95th percentile, ms`, pick(delaysMs, 0.95));
}

function pick(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

async function measureBurst(
  kind: Kind,
  { root, append }: Backends,
  service: RunningService,
): Promise<void> {
  const events = Array.from({ length: burstBuilds }, (_, number) =>
    storeBuild(root, idleBuilds + number, random),
  );
  const read = (name: string): Promise<number> => readMetric(service.url, name);
  const wanted = (idleBuilds + burstBuilds) * pointsOfBuild;
  const started = performance.now();
  let most = 0;
  // All that is due goes at once, so that a slow log makes the burst no smaller.
  for (let next = 0; next < burstBuilds;) {
    const due = Math.ceil(((performance.now() - started) * times) / steadyMs) + 1;
    await append(events.slice(next, due).flat());
    next = due;
    await pause(steadyMs / times);
  }
  const burstMs = performance.now() - started;
  for (;;) {
    most = Math.max(most, await read('perigee_lag_messages'));
    const written = await read('perigee_points_written_total');
    if (written > wanted) throw new Error(`${written} points were written instead of ${wanted}`);
    if (written === wanted && (await read('perigee_lag_messages')) === 0) break;
    await pause(200);
  }
  tell(`${kind}: builds of the burst`, burstBuilds);
  tell(`${kind}: builds a second while it came`, burstBuilds / (burstMs / 1000));
  tell(`${kind}: messages that waited at the most`, most);
  tell(
    `${kind}: seconds from its beginning until all was done`,
    (performance.now() - started) / 1000,
    1,
  );
  tell(`${kind}: points, each written once`, wanted);
  tell(`${kind}: memory of the service at the most, MB`, readPeakMegabytes(service));
}
