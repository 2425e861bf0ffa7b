import { expect, test } from 'vitest';
import { Unavailable } from '../../../src/transport/platform-errors.ts';
import { listRetries, measureJob, type Options, startPull } from './buildkite-scenario.ts';
import { addJob, endJob, retry } from './buildkite-world.ts';
import { pullRequest } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

const slow = { factors: { upload: 1.3 } };
const bothSlow = { factors: { upload: 1.3, download: 1.4 } };

/** Both shards have said what they measured, and it was looked at. */
async function startMeasured(measured: typeof slow | object, options?: Options) {
  const scenario = startPull(options);
  const { build, look, shards } = scenario;
  for (const job of shards) measureJob(scenario, build, job, measured);
  await look(pullRequest(1));
  const check = () => newestCheck(scenario.world, scenario.head);
  return { ...scenario, check, said: () => ownComments(scenario.world, 1)[0] ?? '' };
}

test('a slower change is measured again by the job of its shard alone, once, and both say so', async () => {
  const scenario = await startMeasured(slow);
  const { build, buildkite, check, look, said, shards } = scenario;
  expect(check()).toMatchObject({ status: 'in_progress' });
  expect(buildkite.retried).toEqual([shards[0].id]);
  await look(pullRequest(1));
  measureJob(scenario, build, listRetries(build)[0]!, slow);
  await look(pullRequest(1));
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'failure' });
  expect(said()).toContain('Two runs say so');
  expect(buildkite.retried).toHaveLength(1);
});

test.each([
  [1.3, 'failure'],
  [1, 'success'],
])(
  'two shards are two jobs, and who answers first makes no difference: %d',
  async (factor, end) => {
    const scenario = await startMeasured(bothSlow);
    const { build, buildkite, check, look, shards } = scenario;
    expect(buildkite.retried.toSorted()).toEqual(shards.map(({ id }) => id));
    const again = { factors: { upload: factor, download: 1 } };
    const jobs = listRetries(build).toReversed();
    for (const job of jobs) {
      expect(check()).toMatchObject({ status: 'in_progress' });
      measureJob(scenario, build, job, again);
      await look(pullRequest(1));
    }
    expect(check()).toMatchObject({ conclusion: end });
    expect(buildkite.retried).toHaveLength(2);
  },
);

test('of two requests the one that was lost is made again, before anything is said', async () => {
  const scenario = startPull();
  const { build, buildkite, head, look, shards, world } = scenario;
  for (const job of shards) measureJob(scenario, build, job, bothSlow);
  let requests = 0;
  buildkite.onCall = (method) => {
    if (method === 'retryJob' && ++requests === 2) throw new Unavailable('the connection was cut');
  };
  await expect(look(pullRequest(1))).rejects.toThrow('the connection was cut');
  await look(pullRequest(1));
  expect(buildkite.retried).toHaveLength(1);
  measureJob(scenario, build, listRetries(build)[0]!);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ status: 'in_progress' });
  expect(buildkite.retried.toSorted()).toEqual(shards.map(({ id }) => id));
  measureJob(scenario, build, listRetries(build)[1]!);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
});

test.each([
  'Buildkite said 400: its step has to permit retries',
  'Buildkite said 403: the token has to have the scope retry_builds',
])('where it is refused the one measurement stands, and the report says why: %s', async (why) => {
  const scenario = startPull();
  const { build, buildkite, head, look, shards, world } = scenario;
  buildkite.refusesRetries = why;
  for (const job of shards) measureJob(scenario, build, job, slow);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
  expect(ownComments(world, 1)[0]).toContain('Measured by one runner only');
  expect(ownComments(world, 1)[0]).toContain(why.slice(0, 40));
});

test('a job that Buildkite retries by itself has measured twice, and nobody is asked a third time', async () => {
  const scenario = startPull();
  const { build, buildkite, head, look, shards, world } = scenario;
  measureJob(scenario, build, shards[0], slow);
  measureJob(scenario, build, retry(buildkite, build, shards[0]), slow);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ status: 'in_progress' });
  measureJob(scenario, build, shards[1]);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
  expect(buildkite.retried).toEqual([]);
});

test('other steps are not waited for, and what is retried in them confirms nothing', async () => {
  const scenario = startPull();
  const { build, buildkite, head, look, shards, world } = scenario;
  const unit = addJob(buildkite, build, { step: 'unit' });
  const deploy = addJob(buildkite, build, { step: 'deploy' });
  for (const job of shards) measureJob(scenario, build, job, slow);
  await look(pullRequest(1));
  expect(buildkite.retried).toEqual([shards[0].id]);
  endJob(build, unit, 'failed');
  endJob(build, retry(buildkite, build, unit));
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ status: 'in_progress' });
  const [again] = listRetries(build);
  measureJob(scenario, build, again!, slow);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
  expect([deploy.state, build.state]).toEqual(['running', 'in-progress']);
});
