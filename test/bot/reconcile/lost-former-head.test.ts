import { expect, test } from 'vitest';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { commit, openPull, pullRequest, startScenario } from './scenario.ts';
import { newestCheck } from './world.ts';

test.each(['findCheck', 'writeCheck'])(
  'a former commit that GitHub has no more keeps no new one from its check (%s)',
  async (method) => {
    const { look, world } = startScenario();
    const old = commit(world, { name: 'old' });
    openPull(world, 1, old);
    await look(pullRequest(1));
    expect(newestCheck(world, old)).toMatchObject({ status: 'queued' });
    const head = commit(world, { name: 'new', parents: [old] });
    world.pulls.get(1)!.head = head;
    let isFirst = true;
    world.onCall = (called) => {
      if (called !== method || !isFirst) return;
      isFirst = false;
      throw new Refused('ci-not-allowed', 'No commit found for SHA', { status: 422 });
    };
    await look(pullRequest(1));
    expect(isFirst).toBe(false);
    expect(newestCheck(world, head)).toMatchObject({ status: 'queued' });
  },
);
