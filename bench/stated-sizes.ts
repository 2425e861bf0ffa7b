/**
 * How far the stated size of a red series is from its true one, as it was measured and as it is corrected: the
 * table of docs/decisions/0171.
 *   node bench/stated-sizes.ts [--builds 200] [--seed 1]
 */
import { parseArgs } from 'node:util';
import { createRandom } from '../src/stats/random.ts';
import { promised } from './calibration-list.ts';
import { runBuild, type RunPlan } from './calibration-run.ts';
import { drawBuild, type Scenario } from './calibration-scenarios.ts';

const { values: options } = parseArgs({
  options: {
    builds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const builds = Number(options.builds);
const seed = Number(options.seed);
const plan: RunPlan = { repeats: 5, maxRepeats: 20 };
const effects = [0.02, 0.03, 0.04, 0.05, 0.06, 0.08];
/** Red series say enough of a median. */
const fewestReds = 20;

const suites: readonly { scenario: Scenario; changed: number; builds: number }[] = [
  { scenario: promised, changed: 10, builds },
  ...[0.02, 0.04].map((noise) => ({
    scenario: { ...promised, name: `10 series that vary by ${noise * 100}%`, tests: 10, noise },
    changed: 3,
    builds: 5 * builds,
  })),
];

interface Errors {
  measured: number[];
  corrected: number[];
  /** Red series whose interval holds the true change. */
  held: number;
}

function collectErrors(
  { scenario, changed, builds: count }: (typeof suites)[number],
  truth: number,
) {
  const random = createRandom(seed);
  const errors: Errors = { measured: [], corrected: [], held: 0 };
  for (let build = 0; build < count; build += 1) {
    const last = runBuild(drawBuild(random, scenario, changed, truth), scenario, plan).at(-1);
    for (const { test, state, evidence } of last?.series ?? []) {
      if (state !== 'regressed' || Number(test.slice('test '.length)) >= changed) continue;
      const { change = 0, corrected = change, interval } = evidence;
      errors.measured.push(change - truth);
      errors.corrected.push(corrected - truth);
      if ((interval?.lower ?? 0) <= truth && truth <= (interval?.upper ?? Infinity))
        errors.held += 1;
    }
  }
  return errors;
}

function tellMedian(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return (100 * (sorted[sorted.length >> 1] ?? 0)).toFixed(2);
}

console.log(`seed ${seed}; median error of the stated size of red series, in points of percent`);
for (const suite of suites) {
  for (const effect of effects) {
    const { measured, corrected, held } = collectErrors(suite, effect);
    const red = `${measured.length} of ${suite.builds * suite.changed} red`;
    const what =
      measured.length < fewestReds
        ? 'too few'
        : `measured ${tellMedian(measured)}, corrected ${tellMedian(corrected)}, in the interval ${((100 * held) / measured.length).toFixed(0)}%`;
    console.log(`${suite.scenario.name} | really ${effect * 100}% slower | ${red} | ${what}`);
  }
}
