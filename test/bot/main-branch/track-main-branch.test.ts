import { expect, test } from 'vitest';
import { countTrials } from '../../nightly.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { commitId, newestCheck, repository } from '../reconcile/world.ts';
import {
  addRun,
  commit,
  endRun,
  recordOf,
  type Scenario,
  startScenario,
  upload,
} from '../reconcile/scenario.ts';
import { lookUntilDone, pushOf, pushToMain } from './pushes.ts';

function start(): Scenario {
  return startScenario();
}

test('a push that makes the branch slower gets an issue once a second run says so too', async () => {
  const scenario = start();
  const { look, world } = scenario;
  await lookUntilDone(scenario, pushToMain(scenario, 'fine'));
  expect(world.issues).toEqual([]);
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await look(pushOf(slower));
  expect([world.issues, world.reruns.length]).toEqual([[], 1]);
  await lookUntilDone(scenario, slower);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
  expect(world.issues[0]?.title).toContain(`since ${slower.slice(0, 12)}`);
  await look(pushOf(slower));
  expect(world.issues).toHaveLength(1);
});

test('its issue and its check lead to the worst series on the dashboard', async () => {
  const scenario = start();
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await lookUntilDone(scenario, slower);
  const link =
    /\[History\]\(https:\/\/perigee\.example\.org\/series\?repository=\S+&id=[\w-]{16}&run=\d+\)/;
  expect(scenario.world.issues[0]?.body).toMatch(link);
  expect(newestCheck(scenario.world, slower)?.summary).toMatch(link);
});

test('later pushes say where it stands, and one that takes it back closes it', async () => {
  const scenario = start();
  const { world } = scenario;
  await lookUntilDone(scenario, pushToMain(scenario, 'slower', { factor: 1.4 }));
  const half = pushToMain(scenario, 'half', { factor: 0.85 });
  await lookUntilDone(scenario, half);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
  expect(world.issues[0]?.body).toContain(half.slice(0, 12));
  const reverted = pushToMain(scenario, 'reverted', { factor: 0.85 });
  await lookUntilDone(scenario, reverted);
  expect(world.issues).toMatchObject([{ isOpen: false }]);
  expect(world.issues[0]?.body).toContain('Recovered');
  const again = pushToMain(scenario, 'again', { factor: 1.3 });
  await lookUntilDone(scenario, again);
  expect(world.issues.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});

test('a push of several commits is compared with what the branch was before', async () => {
  const scenario = start();
  const pushed = pushToMain(scenario, 'last', { factor: 1.3, commits: ['first', 'second'] });
  await lookUntilDone(scenario, pushed);
  expect(scenario.world.issues).toMatchObject([{ isOpen: true }]);
  expect(scenario.world.issues[0]?.body).toContain(commitId('main-1').slice(0, 12));
});

test('a push that was measured alone makes history and no verdict on it', async () => {
  const { look, told, world } = start();
  const tip = commit(world, { name: 'alone' });
  world.branches.set('main', tip);
  const run = addRun(world, { event: 'push', head: tip, headRepositoryId: repository.id });
  const record = recordOf(world, run, { before: tip, factors: { upload: 1.5 } });
  const profiles = record.profiles.filter(({ side }) => side === 'after');
  upload(world, run, { ...record, profiles, plan: { ...record.plan, sides: ['after'] } });
  endRun(run);
  await look(pushOf(tip));
  expect([told.length, world.issues, world.reruns]).toEqual([1, [], []]);
  expect(newestCheck(world, tip)).toMatchObject({ conclusion: 'neutral' });
});

test('pushes that are looked at in any order, side by side, leave the same issues open', async () => {
  const factors = [1, 1.3, 1, 0.78, 1.25, 1, 0.95];
  const play = async (seed: number | undefined) => {
    const scenario = start();
    const { world } = scenario;
    const pushes = factors.map((factor, i) => pushToMain(scenario, `p${i}`, { factor }));
    const random = createRandom(seed ?? 0);
    const order = seed === undefined ? pushes : pushes.toSorted(() => random() - 0.5);
    if (seed !== undefined) await Promise.all(order.map((pushed) => scenario.look(pushOf(pushed))));
    for (const pushed of order) await lookUntilDone(scenario, pushed);
    return world.issues
      .map(({ title, body, isOpen }) => ({ title, body, isOpen }))
      .sort((a, b) => (a.title < b.title ? -1 : 1));
  };
  const [closed, ...stillOpen] = await play(undefined);
  expect([closed?.isOpen, stillOpen.map(({ isOpen }) => isOpen)]).toEqual([false, [true]]);
  for (let seed = 71; seed < 71 + countTrials({ byNight: 20, byDay: 4 }); seed++) {
    const issues = await play(seed);
    expect(
      issues.filter(({ isOpen }) => isOpen),
      `seed ${seed}`,
    ).toEqual(stillOpen);
    // Nobody opens an issue for what has recovered before it was judged.
    expect([[], [closed]], `seed ${seed}`).toContainEqual(issues.filter(({ isOpen }) => !isOpen));
  }
});
