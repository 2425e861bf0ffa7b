import { expect, test } from 'vitest';
import { listRetries, measureJob, startPull } from './buildkite-scenario.ts';
import { addJob, endJob } from './buildkite-world.ts';
import { pullRequest } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

const slow = { factors: { upload: 1.3 } };

function start() {
  const scenario = startPull();
  const check = () => newestCheck(scenario.world, scenario.head);
  return { ...scenario, check, said: () => ownComments(scenario.world, 1)[0] ?? '' };
}

test('a job that was never retried cannot speak twice', async () => {
  const scenario = start();
  const { build, buildkite, check, look, said, shards } = scenario;
  for (const job of shards) measureJob(scenario, build, job, slow);
  const liar = addJob(buildkite, build, { step: 'liar' });
  const claimed = { ...liar, retries: 1, parallel: { index: 0, total: 2 } };
  measureJob(scenario, build, claimed);
  endJob(build, liar);
  await look(pullRequest(1));
  expect(buildkite.retried).toEqual([shards[0].id]);
  measureJob(scenario, build, listRetries(build)[0]!, slow);
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'failure' });
  expect(said()).toContain('its job is attempt 1');
});

test.each([
  ['repository', { repository: 'acme/other' }, 'it is of run `"acme/sync/1"` of `acme/other`'],
  ['build', { runId: 'acme/sync/7' }, 'it is of run `"acme/sync/7"` of `acme/sync`'],
  ['number', { runId: '1' }, 'it is of run "1" of `acme/sync`'],
])('what says that it is of another %s is refused', async (_, claimed, named) => {
  const scenario = start();
  const { build, check, look, said, shards } = scenario;
  for (const job of shards) {
    const changes: NonNullable<Parameters<typeof measureJob>[3]>['changes'] = {
      event: (event) => ({ ...event, build: { ...event.build, ...claimed } }),
    };
    measureJob(scenario, build, job, { changes });
  }
  await look(pullRequest(1));
  expect(check()).toMatchObject({ conclusion: 'action_required' });
  expect(said()).toContain(named);
});

test('a shard that is uploaded by the job of another one is that of its name', async () => {
  const scenario = start();
  const { build, buildkite, check, look, shards } = scenario;
  const [first, second] = shards;
  measureJob(scenario, build, { ...first, parallel: { index: 1, total: 2 } });
  endJob(build, first);
  measureJob(scenario, build, { ...second, parallel: { index: 0, total: 2 } }, slow);
  endJob(build, second);
  await look(pullRequest(1));
  expect(buildkite.retried).toEqual([second.id]);
  expect(check()).toMatchObject({ status: 'in_progress' });
});
