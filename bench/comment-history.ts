/**
 * What the history in a pull request's comment costs the bot, from a series file of 500 builds with 20 pairs each.
 *   node bench/comment-history.ts [--seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readHistory } from '../bot/src/reconcile/read-history.ts';
import type { BuildPoints } from '../src/series/series-point.ts';
import { openSqliteStore } from '../src/series/sqlite/open-sqlite-store.ts';
import { createRandom } from '../src/stats/random.ts';
import { makeSeries, makeVerdict } from '../test/report/fixtures/make-verdict.ts';

const { values: options } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const random = createRandom(Number(options.seed));
const series = makeSeries();
const verdict = makeVerdict([series]);
const { annotations, platform, span, test } = series;
const repository = 'acme/sync';
const count = 500;
const minuteMs = 60_000;
const firstMs = Date.parse(verdict.build.startedAt) - (count + 1) * minuteMs;
const commitAt = (place: number): string => place.toString(16).padStart(40, '0');

const builds = Array.from({ length: count }, (_, place): BuildPoints => {
  const host = 1 + (random() - 0.5) * 0.1;
  return {
    build: {
      ...{ repository, suite: verdict.build.suite, runId: `run-${place}`, isComplete: true },
      ...{ atMs: firstMs + place * minuteMs, branchKind: 'default' },
      ...{ commit: commitAt(place + 1), baseline: commitAt(place), metrics: verdict.metrics },
    },
    points: (['before', 'after'] as const).flatMap((side) =>
      Array.from({ length: 20 }, (_pair, repeat) => {
        const latency = 1e9 * host * (1 + (random() - 0.5) * 0.02);
        return {
          ...{ test, span, annotations, platform, side, repeat },
          ...{ values: { latency }, outliers: [] },
        };
      }),
    ),
  };
});

const folder = mkdtempSync(join(tmpdir(), 'perigee-comment-'));
const store = openSqliteStore({ file: join(folder, 'series.sqlite') });
await store.write(builds, AbortSignal.timeout(600_000));
const times: number[] = [];
for (let time = 0; time < 11; time += 1) {
  const before = process.cpuUsage();
  await readHistory({ store, logger: { log: () => undefined } }, repository, verdict, series);
  const { system, user } = process.cpuUsage(before);
  times.push((user + system) / 1000);
}
const [first = 0, ...later] = times;
const [median = 0] = later.toSorted((a, b) => a - b).slice(later.length / 2);
console.log(
  `seed ${options.seed}: CPU ${first.toFixed(0)} ms at first, ${median.toFixed(0)} ms afterwards`,
);
await store.close();
rmSync(folder, { recursive: true });
