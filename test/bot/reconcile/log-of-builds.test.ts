import { expect, test } from 'vitest';
import { classifyFailure } from '../../../bot/src/scheduler/scheduler.ts';
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

test('a log of builds that is down is waited for, and then told of each shard', async () => {
  const scenario = startScenario();
  const { look, ports, told, world } = scenario;
  const head = commit(world, { name: 'a' });
  openPull(world, 1, head);
  const run = startRun(world, 1);
  upload(world, run, recordOf(world, run));
  endRun(run);
  const { log } = ports.builds;
  ports.builds = {
    log: { ...log, append: () => Promise.reject(new Error('no broker answers')) },
  };
  const error: unknown = await look(pullRequest(1)).catch((caught: unknown) => caught);
  expect(classifyFailure(error)).toEqual({ kind: 'later', askedMs: undefined });
  expect(String(error)).toContain('no broker answers');
  ports.builds = { log };
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(told).toHaveLength(1);
});
