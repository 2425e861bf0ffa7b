/**
 * From the push to the merge: a GitHub, its runners and `perigee serve`, all in processes, on embedded
 * defaults, with the workflow as a whole.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isNightly } from '../../nightly.ts';
import { missingForInflux } from '../../servers/influx/influx-programs.ts';
import { missingForKafka } from '../../servers/kafka/kafka-jars.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { acceptAndMerge, expectPage, expectStored, turnRed } from './live-through.ts';
import { openWorld } from './open-world.ts';

// By day kafka-and-influx.test.ts goes the same way, where both servers can be had.
const isWalkedThere = [missingForKafka(), missingForInflux()].every((what) => what === undefined);
const walk = test.skipIf(isWalkedThere && !isNightly);

walk(
  'what makes the example slower cannot be merged until a person with the right to it accepts it',
  async () => {
    // By day one shard, and the bundle of the action without act around it.
    const world = await openWorld({ isSmall: !isNightly });
    const pull = await world.propose('slower');
    const { run } = await turnRed(world, pull);
    await expectPage(world, pull, world);
    await acceptAndMerge(world, pull);
    const store = openSqliteStore({ file: join(world.environment.PERIGEE_DATA, 'series.sqlite') });
    await expectStored(store, run.id, pull);
    await store.close();
    expect(await world.stop()).toEqual([0]);
  },
);
