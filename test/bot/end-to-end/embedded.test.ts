/**
 * From the push to the merge: a GitHub, its runners and `perigee serve`, all in processes, on embedded
 * defaults, with the workflow as a whole.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isNightly } from '../../nightly.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { acceptAndMerge, turnRed } from './live-through.ts';
import { readPage } from './look-at.ts';
import { openWorld } from './open-world.ts';
import { expectStored } from './read-series.ts';
import { planted } from './shorten-suite.ts';

test('what makes the example slower cannot be merged until a person with the right to it accepts it', async () => {
  // By day one shard, and the bundle of the action without act around it.
  const world = await openWorld({ isSmall: !isNightly });
  const pull = await world.open('slower');
  const { run } = await turnRed(world, pull);
  expect(await readPage(world.github, pull.number)).toContain(planted.test);
  await acceptAndMerge(world, pull);
  const store = openSqliteStore({ file: join(world.data, 'series.sqlite') });
  await expectStored(store, run.id, pull);
  await store.close();
  expect(await world.stop()).toEqual([0]);
});
