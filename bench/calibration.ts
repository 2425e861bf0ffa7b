/**
 * Simulates builds and counts what the verdict says of them.
 *   node bench/calibration.ts [--builds 1000] [--changed-builds 200] [--pairs 15] [--seed 1] [--only text] [--all] [--certainty sure] [--shield]
 * --shield plants one slower series of 20 beside noisy ones, of a test that is there before or that the change adds;
 * --only is then their number.
 * Without --all only the promised scenario is run. --pairs is what the time buys for each test on average.
 */
import { parseArgs } from 'node:util';
import { mean, median } from 'simple-statistics';
import type { Samples, SeriesSamples } from '../src/contract/documents.ts';
import { createRandom } from '../src/stats/random.ts';
import { promised, scenarios, strictRules, sureRules } from './calibration-list.ts';
import { boundOf, runBuild, type RunPlan } from './calibration-run.ts';
import { drawBuild, type Scenario } from './calibration-scenarios.ts';

/** The plain rules that the calibration shows beside ours, on the same first five pairs. */
interface Rival {
  name: string;
  calls: (before: number[], after: number[]) => boolean;
}

const pairs = 5;

const rivals: readonly Rival[] = [
  {
    name: 'drop one of five, more than 5%',
    calls: (before, after) => mean(dropFarthest(after)) > 1.05 * mean(dropFarthest(before)),
  },
  { name: 'Mann-Whitney, two-sided 0.05', calls: isMannWhitneySlower },
  {
    name: 'one run each, more than 200%',
    calls: (before, after) => (after[0] as number) > 2 * (before[0] as number),
  },
];

function callsSeries(rival: Rival, { before, after }: SeriesSamples): boolean {
  return rival.calls(firstValues(before), firstValues(after));
}

function firstValues(samples: Samples): number[] {
  return samples.filter((value) => value !== null).slice(0, pairs);
}

function dropFarthest(values: number[]): number[] {
  const centre = median(values);
  const distances = values.map((value) => Math.abs(value - centre));
  const farthest = distances.indexOf(Math.max(...distances));
  return values.filter((_, i) => i !== farthest);
}

/**
 * Exact at five against five: 252 ways to deal ten ranks, and U of 2 or less has a two-sided p of 0.032.
 * Slower: at most two of the 25 pairings have the after run faster.
 */
function isMannWhitneySlower(before: number[], after: number[]): boolean {
  let faster = 0;
  for (const b of before) for (const a of after) faster += a < b ? 1 : a === b ? 0.5 : 0;
  return faster <= 2;
}

const { values: options } = parseArgs({
  options: {
    builds: { type: 'string', default: '1000' },
    'changed-builds': { type: 'string', default: '200' },
    pairs: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    certainty: { type: 'string', default: 'likely' },
    shield: { type: 'boolean', default: false },
  },
});
const builds = Number(options.builds);
const changedBuilds = Number(options['changed-builds']);
const seed = Number(options.seed);
const rules = options.certainty === 'sure' ? sureRules : strictRules;
const plan: RunPlan = { repeats: 5, pairs: Number(options.pairs), rules };
const effects = [0.05, 0.06, 0.1, 0.2];

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}%`;
}

function measureClean(scenario: Scenario): void {
  const random = createRandom(seed);
  let [red, undecided, seen] = [0, 0, 0];
  const rivalReds = rivals.map(() => 0);
  const rivalCalls = rivals.map(() => 0);
  for (let build = 0; build < builds; build += 1) {
    const drawn = drawBuild(random, scenario, 0, 0);
    const { counts, series } = runBuild(drawn, scenario, plan);
    if (counts.blocking > 0) red += 1;
    else if (counts.undecided > 0) undecided += 1;
    seen += series.filter((one) => one.seen !== false).length / series.length;
    rivals.forEach((rival, i) => {
      const calls = drawn.filter((one) => callsSeries(rival, one)).length;
      rivalCalls[i] = (rivalCalls[i] ?? 0) + calls;
      if (calls > 0) rivalReds[i] = (rivalReds[i] ?? 0) + 1;
    });
  }
  console.log(
    `${scenario.name} | ${percent(red / builds, 2)} | ${percent(boundOf(red, builds, -1), 2)} to ${percent(boundOf(red, builds, 1), 2)} | ${percent(undecided / builds, 2)} | ${percent(seen / builds, 0)}`,
  );
  if (scenario !== promised) return;
  rivals.forEach((rival, i) => {
    console.log(
      `  ${rival.name} | ${rivalReds[i]} of ${builds} | ${((rivalCalls[i] ?? 0) / builds).toFixed(2)} false alarms a build`,
    );
  });
}

/** How often one slower series of a build is found. */
function measureFound(scenario: Scenario): string {
  return effects
    .map((effect) => {
      const random = createRandom(seed + 1000);
      let found = 0;
      for (let build = 0; build < changedBuilds; build += 1) {
        const { series } = runBuild(drawBuild(random, scenario, 1, effect), scenario, plan);
        if (series.some((one) => one.blocking && one.test === 'test 0')) found += 1;
      }
      return `${percent(effect, 0)}: ${percent(found / changedBuilds, 0)}`;
    })
    .join(' · ');
}

/** How often one slower series of 20 is found beside so many that vary by 30%. */
function measureShield(noisy: number, isNew: boolean): string {
  const few = { ...promised, tests: 20 };
  const wild = { ...promised, tests: 1, seriesPerTest: noisy, noise: 0.3 };
  const addedTest = 'added';
  const own = isNew ? { ...plan, added: addedTest } : plan;
  return [0.1, 0.4, 9]
    .map((effect) => {
      const [random, other] = [createRandom(seed + 2000), createRandom(seed + 3000)];
      let found = 0;
      for (let build = 0; build < changedBuilds; build += 1) {
        const beside = drawBuild(other, wild, 0, 0).map((one, i) => {
          return { ...one, test: addedTest, span: `span ${i}` };
        });
        const { series } = runBuild([...drawBuild(random, few, 1, effect), ...beside], few, own);
        if (series.some((one) => one.blocking && one.test === 'test 0')) found += 1;
      }
      return percent(found / changedBuilds, 0);
    })
    .join(' | ');
}

function measureShields(): void {
  console.log('noisy series | whose test is | +10% | +40% | +900%');
  for (const isNew of [true, false]) {
    for (const noisy of isNew ? [0, 100, 1000] : [100, 1000]) {
      if (options.only !== undefined && Number(options.only) !== noisy) continue;
      const whose = isNew ? 'added by the change' : 'there before';
      console.log(`${noisy} | ${whose} | ${measureShield(noisy, isNew)}`);
    }
  }
}

console.log(`seed ${seed}; ${plan.pairs} pairs a test on average, hints first`);
if (options.shield) measureShields();
else
  console.log('scenario | builds with a false red | 90% interval | undecided builds | series seen');
for (const scenario of options.shield ? [] : options.all ? scenarios : [promised]) {
  if (options.only !== undefined && !scenario.name.includes(options.only)) continue;
  if (builds > 0) measureClean(scenario);
  if (changedBuilds > 0) console.log(`  one series slower, found: ${measureFound(scenario)}`);
}
