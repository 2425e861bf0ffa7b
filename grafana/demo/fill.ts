/**
 * Fills the store that the environment names with the builds of a shop that does not exist, so that there is
 * something to look at. Doing it again on the same day changes nothing. It waits for a store that still starts.
 *   node grafana/demo/fill.ts [pushes]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../src/store/series-store.ts';
import { openSeries } from '../../src/service/backends/open-series.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { drawHistory } from './draw-history.ts';
import { drawMarks } from './draw-marks.ts';

const pushes = Number(process.argv[2] ?? 240);
const endMs = new Date().setUTCHours(0, 0, 0, 0);
const store = openSeries(readSettings(undefined, process.env).series);
const builds = drawHistory({ seed: 1, pushes, endMs });
const together = 20;
let points = 0;
for (let start = 0; start < builds.length; start += together) {
  points += await write(start);
}
for (const [repository, own] of Map.groupBy(builds, ({ build }) => build.repository)) {
  // Where levels changed the service finds out itself.
  const { levels: _, ...marks } = drawMarks(own, 1);
  await store.keepMarks(repository, marks, new AbortController().signal);
}
await store.close();
console.log(`${builds.length} builds with ${points} points are in ${store.name}`);

async function write(start: number): Promise<number> {
  const { signal } = new AbortController();
  for (let tries = 1; ; tries += 1) {
    try {
      const outcome = await store.write(builds.slice(start, start + together), signal);
      return outcome.written;
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || tries === 60) throw error;
      await pause(1_000);
    }
  }
}
