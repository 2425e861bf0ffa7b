import { afterEach, expect, test } from 'vitest';
import {
  commit,
  endRun,
  openPull,
  pullRequest,
  recordOf,
  type Scenario,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck } from './world.ts';

const open: Scenario[] = [];

afterEach(() => {
  for (const scenario of open.splice(0)) scenario.close();
});

const slow = { factors: { upload: 1.3 } };

test.each([0, 4, 5, 40])(
  'a red commit is not forgotten after %i runs that were cancelled by closing and opening again',
  async (cancelled) => {
    const scenario = startScenario();
    open.push(scenario);
    const { look, world } = scenario;
    const head = commit(world, { name: 'a' });
    openPull(world, 1, head);
    const first = startRun(world, 1);
    for (const attempt of [1, 2]) {
      first.attempt = attempt;
      upload(world, first, recordOf(world, first, slow));
      endRun(first);
      await look(pullRequest(1));
    }
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
    for (let i = 0; i < cancelled; i++) {
      world.nowMs += 1000;
      endRun(startRun(world, 1), 'cancelled');
    }
    world.nowMs += 1000;
    const lucky = startRun(world, 1);
    upload(world, lucky, recordOf(world, lucky));
    endRun(lucky);
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
  },
);
