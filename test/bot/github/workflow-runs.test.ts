import { expect, test } from 'vitest';
import { pushCommit } from '../servers/fake/history.ts';
import { finishRun, startRun, startRunFor } from '../servers/fake/people.ts';
import { openSideOfPull } from './open-side.ts';

const report = { name: 'report', needs: ['measure (1)', 'measure (2)'] };

async function open() {
  const opened = await openSideOfPull();
  const { state, fake, pull } = opened;
  const run = startRunFor(state, fake, pull, { jobs: ['measure (1)', 'measure (2)', report] });
  return { ...opened, pull, run };
}

test('the runs of a commit are listed with the newest first, and one of them is read', async () => {
  const { side, state, fake, repository, pull, run } = await open();
  const later = startRun(state, fake, pull.head.commit, { createdAtMs: run.createdAtMs + 60_000 });
  later.path = '.github/workflows/ci.yml@refs/heads/main';
  startRun(state, fake, fake.branches.get('main') ?? '');
  const runs = await side.listWorkflowRuns(repository, pull.head.commit);
  expect(runs).toMatchObject([
    { id: later.id, event: 'push', path: '.github/workflows/ci.yml' },
    { id: run.id, event: 'pull_request', path: '.github/workflows/perigee.yml', attempt: 1 },
  ]);
  expect(await side.readWorkflowRun(repository, run.id)).toMatchObject({
    ...{ head: pull.head.commit, headRepositoryId: fake.id, headBranch: 'faster' },
    status: 'in-progress',
  });
  run.status = 'queued';
  expect(await side.readWorkflowRun(repository, run.id)).toMatchObject({ status: 'queued' });
  expect(await side.readWorkflowRun(repository, 1)).toBeUndefined();
});

test('of the runs that a schedule started those are listed that have ended', async () => {
  const { side, state, fake, repository } = await open();
  const tip = fake.branches.get('main') ?? '';
  const night = startRun(state, fake, tip, { event: 'schedule' });
  finishRun(fake, night);
  startRun(state, fake, tip, { event: 'schedule' });
  expect(await side.listScheduledRuns(repository)).toMatchObject([{ id: night.id, head: tip }]);
});

test('a job that is run again begins an attempt with those that need it, beside the others', async () => {
  const { side, fake, repository, run } = await open();
  finishRun(fake, run);
  const [, second] = await side.listJobs(repository, run.id);
  expect(second).toMatchObject({ name: 'measure (2)', attempt: 1, conclusion: 'success' });
  await side.rerunJob(repository, second?.id ?? 0);
  expect(await side.readWorkflowRun(repository, run.id)).toMatchObject({
    ...{ attempt: 2, status: 'queued' },
  });
  expect(await side.listJobs(repository, run.id)).toMatchObject([
    { name: 'measure (1)', attempt: 1, status: 'completed' },
    { name: 'measure (2)', attempt: 2, status: 'queued' },
    { name: 'report', attempt: 2, status: 'queued' },
  ]);
  await expect(side.rerunJob(repository, second?.id ?? 0)).rejects.toMatchObject({
    ...{ name: 'Refused', status: 403 },
    message: expect.stringContaining('already running'),
  });
});

test('a whole run is run again, or what has failed of it', async () => {
  const { side, fake, repository, run } = await open();
  finishRun(fake, run);
  fake.jobs[0]!.conclusion = 'failure';
  await side.rerunRun(repository, run.id, 'failed');
  const attempts = async () => (await side.listJobs(repository, run.id)).map((job) => job.attempt);
  expect(await attempts()).toEqual([2, 1, 2]);
  finishRun(fake, run);
  await side.rerunRun(repository, run.id, 'all');
  expect(await attempts()).toEqual([3, 3, 3]);
});

test('a workflow is started with its inputs, and what is not there says so by its status', async () => {
  const { side, state, fake, repository } = await open();
  const start = (inputs: Record<string, string>): Promise<void> =>
    side.startWorkflow(repository, 'find.yml', 'main', inputs);
  await expect(start({ good: 'a' })).rejects.toMatchObject({ name: 'Refused', status: 404 });
  const text = 'on: { workflow_dispatch: { inputs: { good: {} } } }';
  pushCommit(state, fake, 'main', { files: { '.github/workflows/find.yml': text } });
  await start({ good: 'a' });
  expect(fake.dispatches).toEqual([{ file: 'find.yml', inputs: { good: 'a' } }]);
  await expect(start({ bad: 'b' })).rejects.toMatchObject({ name: 'Refused', status: 422 });
});
