import { expect, test } from 'vitest';
import { lives, suite } from './lives.ts';
import { playAtRandom, playInOrder, type Stage } from './play-lives.ts';
import { type Scenario, startScenario } from './scenario.ts';
import { countTrials } from '../../nightly.ts';

const stage: Stage<Scenario> = {
  start: () => startScenario({ suite }),
  // One run after the other.
  next: () => 0,
  quietLooks: 1,
};

const seeds = Array.from(
  { length: countTrials({ byNight: 5, byDay: 2 }) },
  (_, index) => 20_261_121 + index,
);

test.each(Object.entries(lives))('%s ends the same whatever is heard of it', async (_, life) => {
  const expected = await playInOrder(stage, life);
  expect(expected.check).toMatchObject({ conclusion: life.conclusion });
  expect(expected.comments).toHaveLength(life.subject.kind === 'pull-request' ? 1 : 0);
  for (const seed of seeds) {
    const end = await playAtRandom(stage, life, seed);
    expect(end, `seed ${seed}`).toEqual(expected);
  }
});
