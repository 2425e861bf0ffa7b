import { expect } from 'vitest';
import { atNight as test } from '../../nightly.ts';
import { soon } from './live-through.ts';
import { readCheck } from './look-at.ts';
import { openWorld, type World } from './open-world.ts';
import type { PlayedRun } from './play-actions.ts';
import { type Group, triggerOfGroup } from './triggers.ts';

/** A group comes into the queue, and its run begins. */
async function queue(world: World, group: Group): Promise<PlayedRun> {
  await world.queue(group);
  const look = () => readCheck(world.github, group.head);
  await expect.poll(look, soon).toMatchObject({ status: 'queued', conclusion: null });
  expect(await world.mergeGroup(group)).toBe(409);
  return world.actions.begin(triggerOfGroup(world.github, group));
}

test('a group of the merge queue is compared with what it is put on, and cannot be merged when it is slower', async () => {
  const world = await openWorld({ isSmall: true });
  const { example, github } = world;
  const merge = (branch: string) => ['merge', '--quiet', '--no-ff', '--no-edit', branch];
  const main = example.git('rev-parse', 'main');
  const slow = example.grow('main', merge('slower'));
  const first: Group = { branch: 'main', base: main, head: slow, number: 1 };
  const alarm = await queue(world, first);
  await alarm.work();
  await expect.poll(() => ({ ...alarm.run }), soon).toMatchObject({ attempt: 2 });
  await alarm.work();
  const lookAtFirst = () => readCheck(github, slow);
  await expect.poll(lookAtFirst, soon).toMatchObject({ conclusion: 'failure' });
  expect(await world.mergeGroup(first)).toBe(409);

  // Whoever comes after it is not to blame: it is as slow as what it is put on.
  const behind = example.grow(slow, merge('tidy'));
  const second: Group = { branch: 'main', base: slow, head: behind, number: 2 };
  const innocent = await queue(world, second);
  await innocent.work();
  const lookAtSecond = () => readCheck(github, behind);
  await expect.poll(lookAtSecond, soon).toMatchObject({ conclusion: 'success' });
  expect(innocent.run.attempt).toBe(1);

  // The queue drops both, and puts the innocent one on main.
  await world.drop(first);
  await world.drop(second);
  const alone = example.grow('main', merge('tidy'));
  const third: Group = { branch: 'main', base: main, head: alone, number: 2 };
  const { work } = await queue(world, third);
  await work();
  await expect.poll(() => readCheck(github, alone), soon).toMatchObject({ conclusion: 'success' });
  expect(await lookAtFirst()).toMatchObject({ conclusion: 'failure' });
  expect(await world.mergeGroup(third)).toBe(200);
  expect(await world.stop()).toEqual([0]);
});
