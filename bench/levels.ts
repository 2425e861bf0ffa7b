/**
 * How exact the levels of a history are: those of tips alone, differences that are chained, and the fit without
 * and with anchors, where pushes are measured, and where their pull requests count too; and how long the fit takes.
 *   node bench/levels.ts [--seeds 20] [--commits 10000] [--series 1000]
 */
import { parseArgs } from 'node:util';
import { appendRun, unmeasured } from '../src/history/levels/append-run.ts';
import { fitLevels } from '../src/history/levels/fit-levels.ts';
import { planNetwork } from '../src/history/levels/plan-network.ts';
import { createRandom } from '../src/stats/random.ts';
import {
  drawNetwork,
  measureNetwork,
  type NetworkPlan,
  type Noise,
} from './levels/draw-network.ts';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    commits: { type: 'string', default: '10000' },
    series: { type: 'string', default: '1000' },
  },
});
const seeds = Array.from({ length: Number(options.seeds) }, (_, i) => i + 1);
const side = 0.012;

/** Around the mean: the height of the whole network is arbitrary. */
function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

const percent = (variances: readonly number[]): string =>
  `${(100 * Math.sqrt(mean(variances))).toFixed(1)}%`;

function simulate(noise: Noise, plan: NetworkPlan, title: string): void {
  const ways = { tips: [], chained: [] } as Record<string, number[]>;
  let [inside, count] = [0, 0];
  for (const seed of seeds) {
    for (const anchors of [0, 20, 5]) {
      const random = createRandom(seed);
      const network = drawNetwork({ ...plan, anchors }, random);
      const runs = measureNetwork(network, noise, random);
      const { levels } = fitLevels(runs);
      (ways[`anchors ${anchors}`] ??= []).push(varianceOf(levels.map(({ level }) => level)));
      // A pull request that was up to date compares the commits of its push, on another host.
      const pulls = network.filter(([before = 0, after = 0]) => before === after - 1);
      const both = fitLevels([...runs, ...measureNetwork(pulls, noise, random)]).levels;
      (ways[`with pull requests ${anchors}`] ??= []).push(
        varianceOf(both.map(({ level }) => level)),
      );
      inside += levels.filter(({ level, error }) => Math.abs(level) <= 1.96 * error).length;
      count += levels.length;
      if (anchors > 0) continue;
      ways['tips']!.push(varianceOf(runs.map(({ sides }) => sides[1]!.mean)));
      let sum = 0;
      const chained = runs.map(({ sides }) => (sum += sides[1]!.mean - sides[0]!.mean));
      ways['chained']!.push(varianceOf(chained));
    }
  }
  const shown = Object.entries(ways).map(([name, all]) => `${name} ${percent(all)}`);
  const covered = `${((100 * inside) / count).toFixed(0)}% of intervals hold`;
  console.log(`${title}: ${shown.join(', ')}; ${covered}`);
}

const commits = 200;
console.log(`seeds 1 to ${seeds.length}; ${commits} commits, ${100 * side}% noise of each side`);
for (const host of [0.03, 0.06, 0.12]) {
  const name = `hosts ${100 * host}%`;
  const plan = { commits, anchors: 0, missing: 0 };
  simulate({ host, side }, plan, name);
  simulate({ host, side }, { ...plan, missing: 0.25 }, `${name}, 25% not measured`);
}

const [length, series] = [Number(options.commits), Number(options.series)];
const random = createRandom(1);
const large = drawNetwork({ commits: length, anchors: 20, missing: 0.12 }, random);
const drawn = measureNetwork(large, { host: 0.06, side }, random);
const beginPlan = process.cpuUsage();
const network = planNetwork(drawn);
const planMs = cpuSince(beginPlan);
let fitMs = 0;
for (let i = 0; i < series; i += 1) {
  const runs = measureNetwork(large, { host: 0.06, side }, random);
  const begin = process.cpuUsage();
  fitLevels(runs, { network });
  fitMs += cpuSince(begin);
}
const memory = process.resourceUsage().maxRSS / 1024;
console.log(
  `${length} commits x ${series} series, ${large.length} runs, seed 1: ${(fitMs / 1000).toFixed(1)} s of CPU time and ${planMs.toFixed(0)} ms for the plan, at most ${memory.toFixed(0)} MB`,
);
let history = unmeasured;
const appended = drawn.slice(0, 2000);
const begin = process.cpuUsage();
for (const run of appended) history = appendRun(history, run).history;
console.log(`one more run of one series: ${(cpuSince(begin) / appended.length).toFixed(2)} ms`);

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
