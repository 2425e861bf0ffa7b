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

test('a push during a look that would measure again lets the new commit alone be measured', async () => {
  const scenario = startScenario({ suite: writeSuite({ tests: ['upload', 'download'] }) });
  const { look, world } = scenario;
  const old = commit(world, { name: 'old' });
  openPull(world, 1, old);
  const run = startRun(world, 1);
  upload(world, run, recordOf(world, run, { factors: { upload: 1.3 } }));
  endRun(run);
  let pushed: string | undefined;
  world.onCall = (called) => {
    if (called !== 'listWorkflowRuns' || pushed !== undefined) return;
    pushed = commit(world, { name: 'new', parents: [old] });
    world.pulls.get(1)!.head = pushed;
    startRun(world, 1);
  };
  await look(pullRequest(1));
  expect(world.reruns).toEqual([]);
  expect(newestCheck(world, pushed!)).toMatchObject({ status: 'in_progress' });
});
