/** The suite and the built service as in the other tests here, with the bundle of the action alone: no act around it. */
import { expect } from 'vitest';
import { atNight as test } from '../../nightly.ts';
import { soon, turnRed } from './live-through.ts';
import { readCheck, readComments, readReport, rerunByHand, tryMerge } from './look-at.ts';
import { openWorld } from './open-world.ts';
import { planted } from './shorten-suite.ts';
import { triggerOfPull } from './triggers.ts';

test('what a second push mends can be merged, and until it is measured the comment says so', async () => {
  const world = await openWorld({ isSmall: true });
  const { actions, example, github } = world;
  const { head: slow, number } = await world.open('slower');
  const old = await turnRed(world, { head: slow, number });

  const fixed = example.grow(slow, ['revert', '--no-edit', slow]);
  await world.push('slower', fixed);
  const look = () => readCheck(github, fixed);
  const read = () => readReport(github, number);
  await expect.poll(look, soon).toMatchObject({ status: 'queued', conclusion: null });
  await expect.poll(read, soon).toContain('Waiting for the measurement to start');
  expect(await read()).toContain(`Commit ${fixed.slice(0, 12)}`);
  expect(await read()).not.toContain(planted.shownAs);
  expect(await tryMerge(github, number)).toBe(422);

  const { work } = await actions.begin(await triggerOfPull(github, number));
  await expect.poll(look, soon).toMatchObject({ status: 'in_progress', conclusion: null });
  // What is told of the old run once more is of no account.
  await old.tell('completed');
  await work();
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'success' });
  await expect.poll(read, soon).toMatch(/### ✅ .*Nothing/);
  expect(await read()).not.toContain('This blocks the merge');
  expect(await readCheck(github, slow)).toMatchObject({ conclusion: 'failure' });
  expect(await tryMerge(github, number)).toBe(200);
  expect(await world.stop()).toEqual([0]);
});

test('a force-push while an alarm is confirmed begins anew, and the old run comes too late', async () => {
  const world = await openWorld({ isSmall: true });
  const { actions, example, github } = world;
  const { head: slow, number } = await world.open('slower');
  const old = await actions.begin(await triggerOfPull(github, number));
  await old.work();
  const lookAtOld = () => readCheck(github, slow);
  await expect.poll(async () => (await lookAtOld())?.title, soon).toMatch(/confirm/i);
  await expect.poll(() => ({ ...old.run }), soon).toMatchObject({ attempt: 2, status: 'queued' });

  const rewritten = example.grow('main', ['cherry-pick', 'tidy'], ['commit', '--amend', '-m', 'x']);
  await world.push('slower', rewritten, { force: true });
  const look = () => readCheck(github, rewritten);
  await expect.poll(look, soon).toMatchObject({ status: 'queued', conclusion: null });
  await expect.poll(lookAtOld, soon).toMatchObject({ conclusion: 'cancelled' });
  const { work } = await actions.begin(await triggerOfPull(github, number));
  await expect.poll(look, soon).toMatchObject({ status: 'in_progress', conclusion: null });

  // GitHub would have cancelled it; that may take a while, and it says that it is slower.
  await old.work();
  await work();
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'success' });
  await expect.poll(() => readReport(github, number), soon).toMatch(/### ✅ .*Nothing/);
  expect(await readReport(github, number)).not.toContain('This blocks the merge');
  expect(await lookAtOld()).toMatchObject({ conclusion: 'cancelled' });
  expect((await readComments(github, number)).answers).toEqual([]);
  expect(await tryMerge(github, number)).toBe(200);
  expect(await world.stop()).toEqual([0]);
});

test('a run of a fork that somebody starts again is the second opinion, and none is asked for besides', async () => {
  const world = await openWorld({ isSmall: true });
  const { actions, github } = world;
  // The jobs of a fork have no secret.
  const { head, number } = await world.open('theirs', { ofFork: true });
  const { listArtifacts, run, tell, work, workUnheard } = await actions.begin(
    await triggerOfPull(github, number),
  );
  // Before the app hears that the first attempt has ended.
  await workUnheard();
  await rerunByHand(github, run.id);
  expect(run).toMatchObject({ attempt: 2, status: 'queued' });
  await tell('completed');
  const look = () => readCheck(github, head);
  await expect.poll(async () => (await look())?.title, soon).toMatch(/confirm/i);
  expect(await tryMerge(github, number)).toBe(422);

  await work();
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'failure' });
  await expect.poll(() => readReport(github, number), soon).toContain(planted.shownAs);
  expect(await readReport(github, number)).toContain('Two runs say so');
  expect(await readReport(github, number)).toMatch(/fork/);
  expect(await tryMerge(github, number)).toBe(422);
  expect(run.attempt).toBe(2);
  expect(listArtifacts()).toEqual([
    'perigee-sync-shard-1-of-1-attempt-1',
    'perigee-sync-shard-1-of-1-attempt-2',
  ]);
  expect(await world.stop()).toEqual([0]);
});
