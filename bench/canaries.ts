/**
 * What canaries are worth: unchanged builds on a machine that changes between the sides, and changed code on one that
 * does not.
 *   node bench/canaries.ts [--builds 200] [--seed 1]      simulated
 *   node bench/canaries.ts --live 13 [--changed 40]       on this machine, for each of three planted changes; after
 *                                                         `npm run build`, some twenty seconds a build
 *   --only <text>                                         only this change of the machine: quota, disk, load or none
 */
import { parseArgs } from 'node:util';
import type { Verdict } from '../src/contract/documents.ts';
import { createRandom } from '../src/stats/random.ts';
import { judgeRecord, type LiveBuild, LiveSuite } from './canaries/live.ts';
import { limitCpu, loadCores, type Plant, throttleDisk } from './canaries/plants.ts';
import { type Planted, simulate } from './canaries/simulate.ts';

const { values } = parseArgs({
  options: {
    builds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    live: { type: 'string' },
    changed: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
  },
});

const isRed = ({ counts }: Verdict): boolean => counts.blocking > 0;
const isVetoed = ({ series }: Verdict): boolean =>
  series.some(({ evidence }) => evidence.veto !== undefined);
const saw = ({ problems }: Verdict): boolean =>
  problems.some(({ code }) => code === 'machine-changed' || code === 'machine-jumped');

const machineChanges: readonly Planted[] = [
  { name: 'nothing' },
  { name: 'nothing, one reading in five waits', busy: 0.2 },
  { name: 'machine 10% slower', machine: 0.1 },
  { name: 'machine 30% slower', machine: 0.3 },
  { name: 'machine 100% slower', machine: 1 },
  { name: 'machine 30% slower, one reading in five waits', machine: 0.3, busy: 0.2 },
  { name: 'machine 30% slower in half of the executions', machine: 0.3, share: 0.5 },
  { name: 'machine 100% slower in half of the executions', machine: 1, share: 0.5 },
  { name: 'disk twice as slow', machine: 1, parts: /^disk/ },
];
const codeChanges: readonly Planted[] = [
  { name: 'code 10% slower', code: 0.1 },
  { name: 'code 30% slower', code: 0.3 },
  { name: 'code 30% slower, canaries 20% slower after its test', code: 0.3, leftBehind: 0.2 },
  { name: 'code 30% slower, one reading in five waits', code: 0.3, busy: 0.2 },
];

function simulateAll(builds: number, seed: number): void {
  console.log(`${builds} simulated builds each, seed ${seed}`);
  console.log('planted | red without canaries | red with them | a canary vetoed | it was named');
  for (const planted of [...machineChanges, ...codeChanges]) {
    const random = createRandom(seed);
    const tally = { without: 0, red: 0, vetoed: 0, named: 0 };
    for (let build = 0; build < builds; build += 1) {
      const { withVeto, withoutVeto } = simulate(random, planted);
      tally.without += Number(isRed(withoutVeto));
      tally.red += Number(isRed(withVeto));
      tally.vetoed += Number(isVetoed(withVeto));
      tally.named += Number(saw(withVeto));
    }
    const { named, red, vetoed, without } = tally;
    console.log(`${planted.name} | ${without} | ${red} | ${vetoed} | ${named}`);
  }
}

async function measureLive(builds: number, changed: number): Promise<void> {
  const live = new LiveSuite(process.env);
  const costs: LiveBuild[] = [];
  try {
    const cpus = () => costs.reduce((sum, one) => sum + one.cpus, 0) / costs.length;
    await measureUnchanged(live, undefined, builds, costs);
    const plants = {
      quota: () => limitCpu(cpus()),
      disk: () => throttleDisk(live.folder),
      load: loadCores,
    };
    for (const [name, open] of Object.entries(plants)) {
      if (!name.includes(values.only)) continue;
      const plant = open();
      if (plant === undefined) console.log(`${name}: not permitted here`);
      else await measureUnchanged(live, plant, builds, costs);
    }
    await measureChanged(live, changed, costs);
    const canaryMs = costs.reduce((sum, one) => sum + one.canaryMs, 0);
    const suiteMs = costs.reduce((sum, one) => sum + one.suiteMs, 0);
    const share = ((100 * canaryMs) / suiteMs).toFixed(1);
    console.log(
      `canaries took ${share}% of the time of the tests (${(canaryMs / costs.length).toFixed(0)} ms of ${(suiteMs / costs.length).toFixed(0)} ms a build)`,
    );
  } finally {
    live.end();
  }
}

async function measureUnchanged(
  live: LiveSuite,
  plant: Plant | undefined,
  builds: number,
  costs: LiveBuild[],
): Promise<void> {
  const tally = { without: 0, red: 0, named: 0 };
  try {
    for (let build = 1; build <= builds; build += 1) {
      const measured = await live.measure(0, (side) => plant?.set(side === 'after'), 5);
      if (plant === undefined) costs.push(measured);
      report(`${plant?.name ?? 'nothing'}, ${build}`, measured, tally);
    }
  } finally {
    plant?.set(false);
    plant?.end();
  }
  console.log(
    `${plant?.name ?? 'nothing'}: red without canaries ${tally.without}, with them ${tally.red}, named ${tally.named}, of ${builds}`,
  );
}

async function measureChanged(live: LiveSuite, builds: number, costs: LiveBuild[]): Promise<void> {
  const tally = { without: 0, red: 0, named: 0 };
  for (let build = 1; build <= builds; build += 1) {
    const measured = await live.measure(0.5, () => undefined, 5);
    costs.push(measured);
    report(`code 50% slower, ${build}`, measured, tally);
  }
  console.log(
    `code 50% slower: red without canaries ${tally.without}, with them ${tally.red}, named ${tally.named}, of ${builds}`,
  );
}

function report(
  name: string,
  { aggregate, verdict }: LiveBuild,
  tally: { without: number; red: number; named: number },
): void {
  const { canaries: _, ...rest } = aggregate;
  const without = judgeRecord(rest);
  tally.without += Number(isRed(without));
  tally.red += Number(isRed(verdict));
  tally.named += Number(saw(verdict));
  const found =
    verdict.problems.find(({ code }) => /^machine-(changed|jumped)$/.test(code))?.message ?? '';
  console.log(
    `  ${name}: ${without.counts.blocking} red without, ${verdict.counts.blocking} with. ${found.slice(0, 90)}`,
  );
}

if (values.live === undefined) simulateAll(Number(values.builds), Number(values.seed));
else await measureLive(Number(values.live), Number(values.changed));
