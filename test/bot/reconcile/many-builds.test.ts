/** Builds of one commit of which only the newest are listed: those before them stay judged. */
import { expect, test } from 'vitest';
import { listRetries, measureJob, startPull } from './buildkite-scenario.ts';
import { addBuild, addShards, endJob } from './buildkite-world.ts';
import { pullRequest } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

const slow = { factors: { upload: 1.3 } };

/** A build that two measurements call slower, and of its commit two more that left nothing. */
async function startRed() {
  const scenario = startPull();
  const { build, buildkite, head, look, shards, world } = scenario;
  const begin = () => {
    world.nowMs += 60_000;
    const next = addBuild(buildkite, { commit: head, branch: 'change-1', pullRequest: 1 });
    return { next, jobs: addShards(buildkite, next, 2) };
  };
  for (const job of shards) measureJob(scenario, build, job, slow);
  await look(pullRequest(1));
  measureJob(scenario, build, listRetries(build)[0]!, slow);
  await look(pullRequest(1));
  for (let times = 0; times < 2; times++) {
    const { jobs, next } = begin();
    for (const job of jobs) endJob(next, job, 'failed');
  }
  const calls: string[] = [];
  buildkite.onCall = (method) => calls.push(method);
  return { ...scenario, begin, calls, check: () => newestCheck(world, head) };
}

test.each([100, 2])('a red build is not forgotten where %d are listed', async (mostListed) => {
  const scenario = await startRed();
  const { begin, buildkite, calls, check, look } = scenario;
  buildkite.mostListed = mostListed;
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'failure' });
  const { jobs, next } = begin();
  for (const job of jobs) measureJob(scenario, next, job);
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'failure' });
  const asked = calls.filter((method) => method === 'readBuild');
  expect(asked).toHaveLength(mostListed === 100 ? 0 : 3);
});

test('one that was deleted still counts, is asked for once, and is named', async () => {
  const scenario = await startRed();
  const { begin, buildkite, calls, check, look, world } = scenario;
  const { jobs, next } = begin();
  buildkite.builds.shift();
  for (const job of jobs) measureJob(scenario, next, job);
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'failure' });
  expect(ownComments(world, 1)[0]?.replaceAll('`', '')).toContain(
    'Run acme/sync/1 was deleted; its verdict still counts.',
  );
  expect(calls.filter((method) => method === 'readBuild')).toHaveLength(1);
});

test('what a later job leaves in the place of a red one takes nothing back', async () => {
  const scenario = await startRed();
  const { begin, buildkite, check, look, world } = scenario;
  const [red] = buildkite.builds;
  const artifacts = buildkite.artifacts.get(red!.runId)!;
  // The same job and folder, with other files in it: an agent uploads to any job of its build.
  for (const one of artifacts) one.stored = { ...one.stored, bytes: one.stored.bytes + 1 };
  const { jobs, next } = begin();
  for (const job of jobs) measureJob(scenario, next, job);
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'failure' });
  expect(ownComments(world, 1)[0]).toContain('were deleted or replaced after they were judged');
});
