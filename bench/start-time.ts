/**
 * How long `perigee --help` takes, as a user calls it: through the launcher, on the Node of the machine.
 * `node bench/start-time.ts` prints the median and the slowest of 21 starts.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const starts = 21;
const launcher = fileURLToPath(new URL('../bin/perigee.mjs', import.meta.url));

/** The first Node of the caller's path that npm did not put there. */
const path = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':');

const durationsMs: number[] = [];
for (let i = 0; i < starts; i++) {
  const startedMs = performance.now();
  const { status } = spawnSync('node', [launcher, '--help'], {
    env: { ...process.env, PATH: path },
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error(`perigee --help ended with ${status}`);
  durationsMs.push(performance.now() - startedMs);
}
durationsMs.sort((a, b) => a - b);
const median = durationsMs[Math.floor(starts / 2)] ?? NaN;
const slowest = durationsMs.at(-1) ?? NaN;
console.log(`perigee --help: median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`);
