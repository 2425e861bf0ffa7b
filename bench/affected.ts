/**
 * Whether Perigee ever leaves out a test that a change affects: random programs, random changes, and what the
 * program prints as the oracle. `npx node bench/affected.ts [changes] [seed] [means]`; ten thousand take about
 * ten minutes on a quiet machine. Exits with 1 when one was left out wrongly.
 */
import type { ObservationMeans } from '../src/contract/observation.ts';
import { createObserver } from '../src/profile/observe/create-observer.ts';
import { createRandom } from '../src/stats/random.ts';
import { playRound } from '../test/runner/inputs/random-changes.ts';

const changes = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
const means = (process.argv[4] ?? 'strace,inotify').split(',') as ObservationMeans[];
const changesOfRound = 50;

const observer = await createObserver(means);
if (observer === undefined) throw new Error(`this host has none of ${means.join(', ')}`);
const random = createRandom(seed);
const all = { changes: 0, same: 0, cautious: 0, wrong: [] as string[] };
while (all.changes < changes) {
  const tally = await playRound(observer, random, changesOfRound);
  all.changes += tally.changes;
  all.same += tally.same;
  all.cautious += tally.cautious;
  all.wrong.push(...tally.wrong);
}
const rows: [string, number][] = [
  ['changes', all.changes],
  ['left out', all.same],
  ['left out, and printed something else', all.wrong.length],
  ['measured', all.changes - all.same],
  ['measured, and printed the same', all.cautious],
];
process.stdout.write(`observed by ${observer.means.join(' and ')}, seed ${seed}\n`);
for (const [what, count] of rows) {
  process.stdout.write(`${what.padEnd(38)} ${count.toLocaleString('en-US').padStart(8)}\n`);
}
for (const one of all.wrong.slice(0, 20)) process.stdout.write(`wrong: ${one}\n`);
process.exitCode = all.wrong.length > 0 ? 1 : 0;
