import { expect, test } from 'vitest';
import type { UploadChanges } from './artifacts.ts';
import { listRetries, measureJob, type Options, startPull } from './buildkite-scenario.ts';
import { addBuild, addShards } from './buildkite-world.ts';
import { propose, pullRequest } from './scenario.ts';
import { writeSuite } from './measurements.ts';
import { newestCheck, ownComments } from './world.ts';

const slow = { factors: { upload: 1.3 } };

function start(options?: Options) {
  const scenario = startPull(options);
  const check = () => newestCheck(scenario.world, scenario.head);
  const pass = (minutes: number) => {
    scenario.world.nowMs += minutes * 60_000;
  };
  return { ...scenario, check, pass, said: () => ownComments(scenario.world, 1)[0] ?? '' };
}

test('without a token it is said who can set it, at once and when the time is over', async () => {
  const { check, look, pass, said } = start({ hasAccess: false });
  await look(pullRequest(1));
  expect(check()).toMatchObject({ status: 'queued' });
  expect(check()?.summary).toContain('artifacts.buildkite.token');
  pass(16);
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'action_required' });
  expect(said()).toContain('its operator has to set');
  expect(said()).toContain('the pipeline `acme/sync`');
});

test('a verdict stands when Buildkite is not to be asked any more', async () => {
  const scenario = start();
  const { build, buildkite, check, look, shards } = scenario;
  for (const job of shards) measureJob(scenario, build, job, slow);
  await look(pullRequest(1));
  measureJob(scenario, build, listRetries(build)[0]!, slow);
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'failure' });
  buildkite.repository = 'acme/renamed';
  await expect(look(pullRequest(1))).rejects.toThrow('not of acme/sync');
  expect(check()).toMatchObject({ conclusion: 'failure' });
});

test('a build that stands before a step to be unblocked is waited for, and said to', async () => {
  const scenario = start();
  const { build, check, look, pass, said, shards } = scenario;
  for (const job of shards) job.state = 'waiting';
  Object.assign(build, { state: 'completed', conclusion: 'success' });
  await look(pullRequest(1));
  expect(check()).toMatchObject({ status: 'queued' });
  pass(16);
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'action_required' });
  expect(said()).toContain('until a step of the build is unblocked');
  build.state = 'in-progress';
  for (const job of shards) measureJob(scenario, build, job);
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'success' });
});

test.each(['skipped', 'cancelled', 'failure'])(
  'a second build that was %s changes nothing, and an alarm is confirmed in the one that measured',
  async (conclusion) => {
    const scenario = start();
    const { build, buildkite, check, head, look, shards } = scenario;
    for (const job of shards) measureJob(scenario, build, job, slow);
    const more = { commit: head, branch: 'change-1', createdAtMs: build.createdAtMs + 1000 };
    addBuild(buildkite, { ...more, state: 'completed', conclusion });
    await look(pullRequest(1));
    expect(buildkite.retried).toEqual([shards[0].id]);
    measureJob(scenario, build, listRetries(build)[0]!);
    await look(pullRequest(1));
    expect(check()).toMatchObject({ conclusion: 'success' });
  },
);

test('which pipeline counts says the base branch, and that a change names another one is shown', async () => {
  const scenario = start();
  const { buildkite, look, world } = scenario;
  const more = 'gate: { pipeline: acme/easy }';
  const suite = writeSuite({ tests: ['upload', 'download'], more });
  const head = propose(world, { number: 2, name: 'b', suite });
  for (const pipeline of ['sync', 'easy']) {
    const named = { runId: `acme/${pipeline}/9`, branch: 'change-2', pullRequest: 2 };
    const build = addBuild(buildkite, { commit: head, ...named });
    const factors: Record<string, number> = pipeline === 'sync' ? { upload: 1.3 } : {};
    for (const job of addShards(buildkite, build, 2)) measureJob(scenario, build, job, { factors });
  }
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ status: 'in_progress' });
  expect(buildkite.retried).toHaveLength(1);
  const [again] = listRetries(buildkite.builds.find(({ runId }) => runId === 'acme/sync/9')!);
  measureJob(scenario, buildkite.builds[1]!, again!, slow);
  await look(pullRequest(2));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
  expect(ownComments(world, 2)[0]).toContain('gate.pipeline: `acme/sync` → `acme/easy`');
});

test('what says that it is of another build is refused', async () => {
  const scenario = start();
  const { build, check, look, said, shards } = scenario;
  const changes: UploadChanges = {
    event: (event) => ({ ...event, build: { ...event.build, runId: 'acme/sync/7' } }),
  };
  for (const job of shards) measureJob(scenario, build, job, { changes });
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'action_required' });
  expect(said()).toContain('it is of run `"acme/sync/7"` of `acme/sync`');
});
