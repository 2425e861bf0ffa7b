import { expect } from 'vitest';
import { atNight as test } from '../../nightly.ts';
import { soon } from './live-through.ts';
import { readCheck, readIssues } from './look-at.ts';
import { openWorld, type World } from './open-world.ts';
import type { PlayedRun } from './play-actions.ts';
import { planted } from './shorten-suite.ts';
import { triggerOfPush } from './triggers.ts';

/** A push to main and its run. */
async function pushMain(world: World, commit: string): Promise<PlayedRun> {
  const before = await world.pushPast(commit);
  return world.actions.begin(
    triggerOfPush(world.github, { before, after: commit, branch: 'main' }),
  );
}

test('a push that makes main slower has one issue, which follows it until it is reverted', async () => {
  const world = await openWorld({ isSmall: true });
  const { example, github } = world;
  const slow = example.grow('main', ['cherry-pick', 'slower']);
  const culprit = await pushMain(world, slow);
  await culprit.work();
  await expect.poll(() => ({ ...culprit.run }), soon).toMatchObject({ attempt: 2 });
  // One run alone accuses nobody.
  expect(await readIssues(github)).toEqual([]);
  await culprit.work();
  const read = () => readIssues(github);
  await expect.poll(read, soon).toMatchObject([{ state: 'open' }]);
  const [issue] = await read();
  expect(issue?.title).toContain(slow.slice(0, 12));
  expect(issue?.body).toContain(planted.shownAs);
  expect(await readCheck(github, slow)).toMatchObject({ conclusion: 'failure' });

  const tidied = example.grow(slow, ['cherry-pick', 'tidy']);
  const second = await pushMain(world, tidied);
  await second.work();
  await expect.poll(async () => (await read())[0]?.body, soon).toContain(tidied.slice(0, 12));
  expect(await read()).toMatchObject([{ number: issue?.number, state: 'open' }]);

  const reverted = example.grow(tidied, ['revert', '--no-edit', slow]);
  const third = await pushMain(world, reverted);
  await third.work();
  await expect.poll(read, soon).toMatchObject([{ number: issue?.number, state: 'closed' }]);
  expect((await read())[0]?.body).toContain(reverted.slice(0, 12));
  expect([second.run.attempt, third.run.attempt]).toEqual([1, 1]);
  expect(await world.stop()).toEqual([0]);
});
