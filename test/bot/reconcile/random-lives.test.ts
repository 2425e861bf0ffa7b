import { expect, test } from 'vitest';
import { createRandom } from '../../../src/stats/random.ts';
import { type Life, lives, suite } from './lives.ts';
import { type Scenario, startScenario } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

interface End {
  check: unknown;
  comments: string[];
}

/**
 * How the gate fared elsewhere depends on what was looked at in time, and so does how often a commit was
 * measured that was left and came back: each of its runs may have been confirmed.
 */
const withoutFigures = (text: string): string =>
  text
    .replaceAll(/ · this gate in [^·]*/g, '')
    .replaceAll(/(?:Two|At least \d+) runs say so/g, 'Runs say so');

function readEnd({ world }: Scenario, { head }: Life): End {
  const check = newestCheck(world, head);
  return {
    check: check && { ...check, externalId: '', summary: withoutFigures(check.summary) },
    comments: ownComments(world, 1).map(withoutFigures),
  };
}

/** Nothing happens any more, and everything is looked at until nothing changes. */
async function settle(scenario: Scenario, life: Life): Promise<End> {
  const { world } = scenario;
  for (let before = ''; ;) {
    while (world.pending.length > 0) world.pending.shift()?.();
    await scenario.look(life.subject);
    const now = JSON.stringify([readEnd(scenario, life), world.pending.length]);
    if (now === before) return readEnd(scenario, life);
    before = now;
    world.nowMs += 60_000;
  }
}

/** What happens keeps its order; what we hear of it is late, doubled or lost. */
async function playAtRandom(life: Life, seed: number): Promise<End> {
  const random = createRandom(seed);
  const scenario = startScenario({ suite });
  const { world } = scenario;
  const mayHappen = async (): Promise<void> => {
    for (let times = Math.floor(random() * 4); times > 0; times--) {
      if (random() < 0.5) await scenario.look(life.subject);
      else world.pending.shift()?.();
    }
  };
  for (const step of life.steps) {
    step(scenario);
    await mayHappen();
  }
  try {
    return await settle(scenario, life);
  } finally {
    scenario.close();
  }
}

async function playInOrder(life: Life): Promise<End> {
  const scenario = startScenario({ suite });
  try {
    for (const step of life.steps) {
      step(scenario);
      await scenario.look(life.subject);
    }
    return await settle(scenario, life);
  } finally {
    scenario.close();
  }
}

const seeds = Array.from({ length: 15 }, (_, index) => 20_261_121 + index);

test.each(Object.entries(lives))('%s ends the same whatever is heard of it', async (_, life) => {
  const expected = await playInOrder(life);
  expect(expected.check).toMatchObject({ conclusion: life.conclusion });
  expect(expected.comments).toHaveLength(life.subject.kind === 'pull-request' ? 1 : 0);
  for (const seed of seeds) {
    const end = await playAtRandom(life, seed);
    expect(end, `seed ${seed}`).toEqual(expected);
  }
});
