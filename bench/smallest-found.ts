/**
 * How small a slowdown is found at which noise, by so many pairs: the table at the top of docs/statistics.md.
 *   node bench/smallest-found.ts [--builds 300] [--seed 1]
 * A suite of 20 series that all vary by the same share, one run in ten 30% slower; two of them change.
 */
import { parseArgs } from 'node:util';
import { createRandom } from '../src/stats/random.ts';
import { promised } from './calibration-list.ts';
import { runBuild, verdictBy, type RunPlan } from './calibration-run.ts';
import { drawBuild, type Scenario } from './calibration-scenarios.ts';

const { values: options } = parseArgs({
  options: {
    builds: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
  },
});
const builds = Number(options.builds);
const seed = Number(options.seed);
const plan: RunPlan = { repeats: 5, maxRepeats: 20 };
const changedSeries = 2;
const pairs = [5, 10, 20];
/** Found in so many of the cases counts as found. */
const often = 0.8;
const noises = [0.02, 0.05, 0.1];
/** As fine as a reader would round it. */
const effects = [6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 25, 30, 35, 40, 50, 60, 80, 100, 150, 200];

/** The share of the slower series that were red, after each of `pairs`. */
function measureShares(scenario: Scenario, effect: number): number[] {
  const random = createRandom(seed);
  const found = pairs.map(() => 0);
  for (let build = 0; build < builds; build += 1) {
    const verdicts = runBuild(drawBuild(random, scenario, changedSeries, effect), scenario, plan);
    for (const [place, count] of pairs.entries()) {
      const { series } = verdictBy(verdicts, count, plan.repeats);
      const red = series.filter(({ blocking, test }) => blocking && isChanged(test)).length;
      found[place] = (found[place] ?? 0) + red;
    }
  }
  return found.map((count) => count / (builds * changedSeries));
}

function isChanged(test: string): boolean {
  return Number(test.slice('test '.length)) < changedSeries;
}

console.log(`seed ${seed}; ${builds} builds for each size; found in ${often * 100}% of the cases`);
console.log(`noise | smallest slowdown found by ${pairs.join(' / ')} pairs`);
for (const noise of noises) {
  const scenario: Scenario = { ...promised, tests: 20, noise };
  const smallest = pairs.map(() => `over ${effects.at(-1)}%`);
  let open = pairs.map((_, place) => place);
  for (const effect of effects) {
    const shares = measureShares(scenario, effect / 100);
    for (const place of open) {
      if ((shares[place] ?? 0) >= often) smallest[place] = `${effect}%`;
    }
    open = open.filter((place) => (shares[place] ?? 0) < often);
    if (open.length === 0) break;
  }
  console.log(`${noise * 100}% | ${smallest.join(' / ')}`);
}
