import { expect, test } from 'vitest';
import { writeSuite } from './measurements.ts';
import {
  commit,
  endRun,
  openPull,
  pullRequest,
  recordOf,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck } from './world.ts';

const slow = { factors: { upload: 1.3 } };

test.each([0, 4, 5, 40])(
  'a red commit is not forgotten after %i runs that were cancelled by closing and opening again',
  async (cancelled) => {
    const scenario = startScenario();
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

test.each([0, 1])(
  'an alarm that shard %i alone cleared stays so while a second run of the commit has left nothing',
  async (index) => {
    const tests = ['upload', 'list', 'move', 'copy'];
    const scenario = startScenario({ suite: writeSuite({ tests }) });
    const { look, world } = scenario;
    const head = commit(world, { name: 'a' });
    openPull(world, 1, head);
    const run = startRun(world, 1);
    const measure = (factor: number, indexes: readonly number[]): void => {
      const factors = Object.fromEntries(tests.map((name) => [name, factor]));
      for (const each of indexes) {
        const shard = { index: each, total: 2, attempt: run.attempt };
        upload(world, run, recordOf(world, run, { factors, shard }));
      }
      endRun(run);
    };
    measure(1.3, [index]);
    measure(1, [1 - index]);
    run.attempt = 2;
    measure(1, [index]);
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
    world.nowMs += 1000;
    endRun(startRun(world, 1), 'cancelled');
    await look(pullRequest(1));
    expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
    expect(world.reruns).toEqual([]);
  },
);
