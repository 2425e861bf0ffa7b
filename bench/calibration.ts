/**
 * Simulates builds and counts what the verdict says of them.
 *   node bench/calibration.ts [--builds 1000] [--changed-builds 100] [--seed 1] [--seeds 1] [--only text] [--all] [--certainty sure]
 * Without --all only the promised scenario is run. With --seeds 5 the unchanged builds are drawn from five seeds, from
 * --seed on, with so many builds each.
 */
import { parseArgs } from 'node:util';
import { createRandom } from '../src/stats/random.ts';
import { promised, scenarios, strictRules, sureRules } from './calibration-list.ts';
import { callsSeries, rivals } from './calibration-rivals.ts';
import { boundOf } from './bound-of-share.ts';
import { runBuild, verdictBy, type RunPlan } from './calibration-run.ts';
import { drawBuild, type Scenario } from './calibration-scenarios.ts';

const { values: options } = parseArgs({
  options: {
    builds: { type: 'string', default: '1000' },
    'changed-builds': { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    only: { type: 'string' },
    all: { type: 'boolean', default: false },
    certainty: { type: 'string', default: 'likely' },
  },
});
const builds = Number(options.builds);
const changedBuilds = Number(options['changed-builds']);
const seed = Number(options.seed);
const seeds = Number(options.seeds);
const rules = options.certainty === 'sure' ? sureRules : strictRules;
const plan: RunPlan = { repeats: 5, maxRepeats: 20, rules };
const changedSeries = 10;
const effects = [0.05, 0.1, 0.2];

function percent(share: number, digits = 1): string {
  return `${(100 * share).toFixed(digits)}%`;
}

function measureFalseReds(scenario: Scenario): void {
  const randoms = Array.from({ length: seeds }, (_, further) => createRandom(seed + further));
  const randomOfBuild = randoms.flatMap((random) => Array.from({ length: builds }, () => random));
  let red = 0;
  let cleared = 0;
  let repeats = 0;
  const rivalReds = rivals.map(() => 0);
  const rivalCalls = rivals.map(() => 0);
  for (const random of randomOfBuild) {
    const drawn = drawBuild(random, scenario, 0, 0);
    const last = runBuild(drawn, scenario, plan).at(-1);
    if (last === undefined) continue;
    if (last.counts.blocking > 0) red += 1;
    cleared += last.counts['not-regressed'] + last.counts.improved;
    repeats += last.series.reduce((sum, one) => sum + one.before.values.length, 0);
    rivals.forEach((rival, i) => {
      const calls = drawn.filter((one) => callsSeries(rival, one)).length;
      rivalCalls[i] = (rivalCalls[i] ?? 0) + calls;
      if (calls > 0) rivalReds[i] = (rivalReds[i] ?? 0) + 1;
    });
  }
  const all = randomOfBuild.length;
  const series = all * scenario.tests * scenario.seriesPerTest;
  console.log(
    `${scenario.name} | ${red} of ${all} | ${percent(red / all, 2)} | ${percent(boundOf(red, all, -1), 2)} to ${percent(boundOf(red, all, 1), 2)} | ${percent(cleared / series)} | ${(repeats / series).toFixed(2)}`,
  );
  if (scenario !== promised) return;
  rivals.forEach((rival, i) => {
    console.log(
      `  ${rival.name} | ${rivalReds[i]} of ${all} | ${percent((rivalReds[i] ?? 0) / all)} | ${((rivalCalls[i] ?? 0) / all).toFixed(2)} false alarms a build`,
    );
  });
}

function measureFound(scenario: Scenario, effect: number): void {
  const random = createRandom(seed + 1000);
  const found = [0, 0, 0, 0];
  const rivalFound = rivals.map(() => 0);
  let cleared = 0;
  const isChanged = (test: string) => Number(test.slice('test '.length)) < changedSeries;
  for (let build = 0; build < changedBuilds; build += 1) {
    const drawn = drawBuild(random, scenario, changedSeries, effect);
    const verdicts = runBuild(drawn, scenario, plan);
    found.forEach((_, look) => {
      const { series } = verdictBy(verdicts, plan.repeats + 5 * look, plan.repeats);
      found[look] =
        (found[look] ?? 0) + series.filter((one) => one.blocking && isChanged(one.test)).length;
    });
    const last = verdicts.at(-1)?.series ?? [];
    cleared += last.filter((one) => one.state === 'not-regressed' && isChanged(one.test)).length;
    const changed = drawn.filter((one) => isChanged(one.test));
    rivals.forEach((rival, i) => {
      rivalFound[i] =
        (rivalFound[i] ?? 0) + changed.filter((one) => callsSeries(rival, one)).length;
    });
  }
  const all = changedBuilds * changedSeries;
  console.log(
    `${percent(effect, 0)} slower | found by 5/10/15/20 repeats: ${found.map((n) => percent(n / all)).join(' / ')} | wrongly cleared ${percent(cleared / all)} | at 5: ${rivals.map(({ name }, i) => `${name} ${percent((rivalFound[i] ?? 0) / all)}`).join('; ')}`,
  );
}

console.log(
  `seed ${seed} and ${seeds - 1} more; ${builds * seeds} unchanged and ${changedBuilds} changed builds of each kind`,
);
console.log(
  'scenario | builds with a false red | share | interval (90%) | not regressed | mean repeats',
);
for (const scenario of options.all ? scenarios : [promised]) {
  if (options.only !== undefined && !scenario.name.includes(options.only)) continue;
  measureFalseReds(scenario);
  if (scenario.builds !== undefined && scenario.tests > changedSeries)
    for (const effect of effects) measureFound(scenario, effect);
  // Where the machine drifts, only the differences within pairs tell anything.
  else if (scenario.drift === 0.15 && scenario.tests > changedSeries) measureFound(scenario, 0.2);
}
if (options.only === undefined) {
  for (const effect of effects) measureFound(promised, effect);
}
