import { expect, test } from 'vitest';
import { Unavailable } from '../../../src/transport/platform-errors.ts';
import { buildkiteLives, workLater } from './buildkite-lives.ts';
import { type BuildkiteScenario, startOnBuildkite } from './buildkite-scenario.ts';
import { playAtRandom, playInOrder, type Stage } from './play-lives.ts';
import { countTrials } from '../../nightly.ts';

function start(): BuildkiteScenario {
  const scenario = startOnBuildkite();
  scenario.buildkite.onRetry = (build, job) => workLater(scenario, build, job);
  return scenario;
}

/** Of the requests to Buildkite. */
const lost = 0.1;

/** Some requests do not arrive, and of some the answer does not. */
const lookInTrouble: Stage<BuildkiteScenario>['lookInTrouble'] = async (
  { buildkite, look },
  subject,
  random,
) => {
  const { onCall, onRetry } = buildkite;
  const mayFail = (): void => {
    if (random() < lost) throw new Unavailable('the connection was cut');
  };
  buildkite.onCall = mayFail;
  buildkite.onRetry = (build, job) => {
    onRetry(build, job);
    mayFail();
  };
  try {
    await look(subject);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  } finally {
    Object.assign(buildkite, { onCall, onRetry });
  }
};

const stage: Stage<BuildkiteScenario> = {
  start,
  lookInTrouble,
  // Jobs work side by side.
  next: (random, count) => Math.floor(random() * count),
  // A request that was lost is made again after two minutes.
  quietLooks: 4,
};

const seeds = Array.from(
  { length: countTrials({ byNight: 4, byDay: 1 }) },
  (_, index) => 20_261_122 + index,
);

test.each(Object.entries(buildkiteLives))(
  '%s ends the same whatever is heard of it',
  async (_, life) => {
    const expected = await playInOrder(stage, life);
    expect(expected.check).toMatchObject({ conclusion: life.conclusion });
    expect(expected.comments).toHaveLength(life.subject.kind === 'pull-request' ? 1 : 0);
    for (const seed of seeds) {
      const end = await playAtRandom(stage, life, seed);
      expect(end, `seed ${seed}`).toEqual(expected);
    }
  },
);
