/**
 * From the push to the merge: a GitHub, its runners and `perigee serve`, all in processes, on embedded
 * defaults. The workflow as a whole runs in the first test; the others start the action without act around it.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../../src/series/sqlite/open-sqlite-store.ts';
import { acceptAndMerge, turnRed } from './live-through.ts';
import { readCheck, readComments, readPage, tryMerge } from './look-at.ts';
import { openWorld } from './open-world.ts';
import { expectStored } from './read-series.ts';
import { planted } from './shorten-suite.ts';
import { triggerOfPull } from './triggers.ts';

const soon = { timeout: 180_000, interval: 100 };

test('what makes the example slower cannot be merged until a person with the right to it accepts it', async () => {
  const world = await openWorld();
  const pull = await world.open('slower');
  const { run } = await turnRed(world, pull);
  expect(await readPage(world.github, pull.number)).toContain(planted.test);
  await acceptAndMerge(world, pull);
  const store = openSqliteStore({ file: join(world.data, 'series.sqlite') });
  await expectStored(store, run.id, pull);
  await store.close();
  expect(await world.stop()).toEqual([0]);
});

test('a change that runs nothing new is green after one run, and can be merged', async () => {
  const world = await openWorld({ isSmall: true });
  const { actions, github } = world;
  const { head, number } = await world.open('tidy');
  const { run, work } = await actions.begin(await triggerOfPull(github, number));
  await work();
  const look = () => readCheck(github, head);
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'success' });
  await expect.poll(async () => (await readComments(github, number)).reports.length, soon).toBe(1);
  expect(run.attempt).toBe(1);
  expect(await tryMerge(github, number)).toBe(200);
  expect(await world.stop()).toEqual([0]);
});

test('a pull request of a fork, whose jobs have no secret, ends the same', async () => {
  const world = await openWorld({ isSmall: true });
  const pull = await world.open('theirs', { ofFork: true });
  await turnRed(world, pull);
  const { reports } = await readComments(world.github, pull.number);
  expect(reports[0]).toMatch(/fork/);
  expect(await world.stop()).toEqual([0]);
});
