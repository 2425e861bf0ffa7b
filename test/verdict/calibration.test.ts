import { expect, test } from 'vitest';
import { promised } from '../../bench/calibration-list.ts';
import { runBuild } from '../../bench/calibration-run.ts';
import { drawBuild, type Scenario } from '../../bench/calibration-scenarios.ts';
import type { Verdict } from '../../src/contract/documents.ts';
import { createRandom } from '../../src/stats/random.ts';
import { countTrials } from '../nightly.ts';

interface Simulated {
  builds: number;
  seed: number;
  /** Of the first series; the others do not change. */
  slower?: number;
  pairs?: number;
}

/** How many builds have a verdict like this. */
function count(
  scenario: Scenario,
  { builds, seed, slower = 0, pairs = 15 }: Simulated,
  isLike: (verdict: Verdict) => boolean,
): number {
  const random = createRandom(seed);
  let found = 0;
  for (let build = 0; build < builds; build += 1) {
    const drawn = drawBuild(random, scenario, slower === 0 ? 0 : 1, slower);
    if (isLike(runBuild(drawn, scenario, { repeats: 5, pairs }))) found += 1;
  }
  return found;
}

const isRed = ({ counts }: Verdict): boolean => counts.blocking > 0;
const isOpen = ({ conclusion }: Verdict): boolean => conclusion === 'undecided';

const large = countTrials({ byNight: 100, byDay: 30 });

test(`of ${large} unchanged builds of 200 series at most 3% show any false red`, () => {
  expect(count(promised, { builds: large, seed: 3 }, isRed), 'seed 3').toBeLessThanOrEqual(
    large / 30,
  );
});

const small = countTrials({ byNight: 1500, byDay: 300 });
const noisy = { ...promised, tests: 10, noise: 0.05 };

test(`of ${small} unchanged builds of ten noisy series fewer than 2% are red, and 4% undecided`, () => {
  const simulated = { builds: small, seed: 4 };
  expect(count(noisy, simulated, isRed), 'seed 4').toBeLessThanOrEqual(small / 50);
  expect(count(noisy, simulated, isOpen), 'seed 4').toBeLessThanOrEqual(small / 25);
});

const slower = countTrials({ byNight: 100, byDay: 20 });

test('a 10% slowdown of one series of fifty is mostly found, and one of 20% nearly always', () => {
  const scenario = { ...promised, tests: 50 };
  const found = (share: number): number =>
    count(scenario, { builds: slower, seed: 5, slower: share }, isRed) / slower;
  expect(found(0.1), 'seed 5').toBeGreaterThan(0.7);
  expect(found(0.2), 'seed 5').toBeGreaterThan(0.85);
});

test.each([0, 100, 300])(
  'noise of other tests is no shield: beside %i noisy series a 40%% slowdown is found',
  (others) => {
    const builds = 5;
    const random = createRandom(6);
    let found = 0;
    for (let build = 0; build < builds; build += 1) {
      const own = drawBuild(random, { ...promised, tests: 20, noise: 0.02 }, 1, 0.4);
      const loud = drawBuild(random, { ...promised, tests: others, noise: 0.3 }, 0, 0);
      const drawn = [...own, ...loud.map((one) => ({ ...one, test: `loud ${one.test}` }))];
      const { series } = runBuild(drawn, promised, { repeats: 5, pairs: 20 });
      if (series.some((one) => one.blocking && one.test === 'test 0')) found += 1;
    }
    expect(found, 'seed 6').toBe(builds);
  },
);
