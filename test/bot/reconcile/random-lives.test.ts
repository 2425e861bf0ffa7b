/** Lives are played in their order, and with what is heard of them late, doubled or lost. */
import { expect, test } from 'vitest';
import { countTrials } from '../../nightly.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { type Life, lives, suite } from './lives.ts';
import { type Scenario, startScenario } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

const trials = countTrials({ byNight: 5, byDay: 2 });
const seeds = Array.from({ length: trials }, (_, index) => 20_261_121 + index);

/**
 * How the gate fared elsewhere depends on what was looked at in time, and so does how often a commit was
 * measured that was left and came back: each of its runs may have been confirmed, and
 * more runs leave a narrower interval.
 */
const withoutFigures = (text: string): string =>
  text
    .replaceAll(/ · this gate in [^·]*/g, '')
    .replaceAll(/(?:Two|At least \d+) runs say so/g, 'Runs say so')
    .replaceAll(/[+-]?[\d.]+%\sto\s[+-]?[\d.]+%/g, 'LOW to HIGH');

function readEnd({ world }: Scenario, { head }: Life) {
  const check = newestCheck(world, head);
  return {
    check: check && {
      ...check,
      externalId: '',
      title: withoutFigures(check.title),
      summary: withoutFigures(check.summary),
      annotations: check.annotations.map((annotation) => ({
        ...annotation,
        title: withoutFigures(annotation.title),
        message: withoutFigures(annotation.message),
      })),
    },
    comments: ownComments(world, 1).map(withoutFigures),
  };
}

/** Nothing happens any more, and everything is looked at until nothing changes. */
async function settle(scenario: Scenario, life: Life) {
  const { world } = scenario;
  for (let before = ''; ;) {
    while (world.pending.length > 0) world.pending.shift()?.();
    await scenario.look(life.subject);
    const end = readEnd(scenario, life);
    const now = JSON.stringify([end, world.pending.length]);
    if (now === before) return end;
    before = now;
    world.nowMs += 60_000;
  }
}

/** @param hear what is done after each step */
async function play(life: Life, hear: (scenario: Scenario) => Promise<void>) {
  const scenario = startScenario({ suite });
  try {
    for (const step of life.steps) {
      step(scenario);
      await hear(scenario);
    }
    return await settle(scenario, life);
  } finally {
    scenario.close();
  }
}

/** What happens keeps its order; what we hear of it is late, doubled or lost. */
function playAtRandom(life: Life, seed: number) {
  const random = createRandom(seed);
  return play(life, async ({ look, world }) => {
    for (let times = Math.floor(random() * 4); times > 0; times--) {
      if (random() < 0.5) await look(life.subject);
      else world.pending.shift()?.();
    }
  });
}

test.each(Object.entries(lives))('%s ends the same whatever is heard of it', async (_, life) => {
  const expected = await play(life, ({ look }) => look(life.subject));
  expect(expected.check).toMatchObject({ conclusion: life.conclusion });
  expect(expected.comments).toHaveLength(life.subject.kind === 'pull-request' ? 1 : 0);
  for (const seed of seeds) {
    expect(await playAtRandom(life, seed), `seed ${seed}`).toEqual(expected);
  }
});
