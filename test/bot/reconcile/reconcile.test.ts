import { expect, test } from 'vitest';
import {
  endRun,
  measureRun,
  propose,
  pullRequest,
  recordOf,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';
import { classifyFailure } from '../../../bot/src/scheduler/scheduler.ts';
import { maxSeries } from '../../../src/transport/artifacts/artifact-limits.ts';
import { writeSuite } from './measurements.ts';

test('a shard that goes beyond the limit of its build makes the check incomplete', async () => {
  const { look, world } = startScenario({ suite: writeSuite({ tests: ['upload', 'list'] }) });
  const head = propose(world, { name: 'a' });
  const run = startRun(world, 1);
  for (const index of [0, 1]) {
    const record = recordOf(world, run, { shard: { index, total: 2, attempt: 1 } });
    if (index === 1) {
      for (const [place, profile] of record.profiles.slice(0, 3).entries()) {
        const [span] = profile.spans;
        profile.spans = Array.from({ length: 17_000 }, (_, i) => {
          return { ...span!, span: `step ${place}.${i}` };
        });
      }
    }
    upload(world, run, record);
  }
  endRun(run);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({
    conclusion: 'action_required',
    title: expect.stringContaining('1 of 2 shards'),
  });
  expect(ownComments(world, 1)[0]).toContain(
    `the records of this build have more than ${maxSeries} series`,
  );
});

test('a log of builds that is down is waited for, and then told of each shard', async () => {
  const scenario = startScenario();
  const { look, ports, told, world } = scenario;
  const head = propose(world, { name: 'a' });
  measureRun(world);
  const { log } = ports.builds;
  ports.builds = { log: { ...log, append: () => Promise.reject(new Error('no broker answers')) } };
  const error: unknown = await look(pullRequest(1)).catch((caught: unknown) => caught);
  expect(classifyFailure(error)).toEqual({ kind: 'later', askedMs: undefined });
  expect(String(error)).toContain('no broker answers');
  ports.builds = { log };
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(told).toHaveLength(1);
});

test('when no run comes in time the check ends by itself, and a run that comes later counts', async () => {
  const { ledger, look, world } = startScenario();
  const head = propose(world, { name: 'a' });
  await look(pullRequest(1));
  world.nowMs += 16 * 60_000;
  expect(ledger.listDue(world.nowMs)).toEqual([pullRequest(1)]);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'action_required' });
  expect(ownComments(world, 1)).toEqual([expect.stringContaining('no run within 15 min')]);
  const run = startRun(world, 1);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ status: 'in_progress' });
  expect(ownComments(world, 1)).toEqual([expect.stringContaining('Measuring')]);
  upload(world, run, recordOf(world, run));
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(ledger.listUnfinished()).toEqual([]);
});

test('a clean change passes, and looking again writes nothing', async () => {
  const { look, world } = startScenario();
  const head = propose(world, { name: 'a' });
  measureRun(world);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(ownComments(world, 1)[0]).toMatch(/^<!-- perigee -->\n### ✅ Nothing got slower/);
  const calls: string[] = [];
  world.onCall = (method) => calls.push(method);
  await look(pullRequest(1));
  expect(calls.filter((method) => method.startsWith('write'))).toEqual([]);
  // Nothing is written, so it does not matter what is true by then.
  expect(calls.filter((method) => method === 'readPullRequest')).toHaveLength(1);
});
