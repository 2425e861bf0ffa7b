import { expect, test } from 'vitest';
import { findMeasuringJobs } from '../../../bot/src/runs/measuring-jobs.ts';
import type { BuildArtifact } from '../../../bot/src/runs/measuring-jobs.ts';
import { retryFailedShards, retryShards } from '../../../bot/src/runs/retry-jobs.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import type { BuildkiteJob } from '../../../src/transport/buildkite/builds.ts';
import { leave, makeBuild, makeJob, makeParallel, retryOf } from './make-build.ts';

function prepare(jobs: BuildkiteJob[], artifacts: BuildArtifact[], fail?: Error) {
  const retried: string[] = [];
  const build = makeBuild({ jobs });
  const builds = {
    retryJob: async (runId: string, jobId: string) => {
      if (fail !== undefined) throw fail;
      retried.push(`${runId} ${jobId}`);
    },
  };
  const { signal } = new AbortController();
  return {
    retried,
    context: { builds, build, measuring: findMeasuringJobs(build, artifacts), signal },
  };
}

const leaveAll = (jobs: BuildkiteJob[]) => jobs.map((job, index) => leave(job, index, jobs.length));

test('each shard is a job, and no other one is retried', async () => {
  const shards = makeParallel(3);
  const jobs = [makeJob('lint', { step: 'lint' }), ...shards];
  const { context, retried } = prepare(jobs, leaveAll(shards));
  const answer = await retryShards(context, [2, 0], 3);
  expect(answer).toEqual({ kind: 'asked', jobs: ['measure (3)', 'measure (1)'] });
  expect(retried).toEqual(['acme/sync/42 measure-3', 'acme/sync/42 measure-1']);
});

test('what was retried before is retried in the job that took its place', async () => {
  const job = makeJob('a');
  const jobs = [job, retryOf(job, 'b', 5)];
  const { context, retried } = prepare(jobs, [leave(job, 0, 1)]);
  await retryShards(context, [0], 1);
  expect(retried).toEqual(['acme/sync/42 b']);
});

test('a step for each shard is told by what it left, and by its name where it left nothing', async () => {
  const jobs = [1, 2].map((number) =>
    makeJob(`s${number}`, { step: `s${number}`, name: `Shard ${number}` }),
  );
  const { context, retried } = prepare(jobs, [leave(jobs[0]!, 0, 2)]);
  await retryShards(context, [0, 1], 2);
  expect(retried).toEqual(['acme/sync/42 s1', 'acme/sync/42 s2']);
});

test('of a job that left nothing, and was retried, the newer one is retried', async () => {
  const [one, two] = [1, 2].map((number) =>
    makeJob(`s${number}`, { step: `s${number}`, name: `Shard ${number}` }),
  ) as [BuildkiteJob, BuildkiteJob];
  const { context, retried } = prepare([one, retryOf(one, 's1 again', 5), two], []);
  await retryShards(context, [0, 1], 2);
  expect(retried).toEqual(['acme/sync/42 s1 again', 'acme/sync/42 s2']);
});

test('a job that is at work is left alone; where all are, nothing is asked', async () => {
  const [one, two] = makeParallel(2) as [BuildkiteJob, BuildkiteJob];
  const left = leaveAll([one, two]);
  const again = { ...retryOf(one, 'again', 5), state: 'running' as const };
  const { context, retried } = prepare([one, two, again], left);
  expect(await retryShards(context, [0], 2)).toEqual({ kind: 'running' });
  expect(await retryShards(context, [0, 1], 2)).toMatchObject({ jobs: ['measure (2)'] });
  expect(retried).toEqual(['acme/sync/42 measure-2']);
});

test('nothing is run again at random', async () => {
  const jobs = ['unit', 'lint'].map((step) => makeJob(step, { step, name: step }));
  const { context, retried } = prepare(jobs, []);
  await expect(retryShards(context, [0, 1], 2)).rejects.toMatchObject({
    ...{ name: 'Refused' },
    message: 'nothing tells which job of the build measures shard 1, 2 of 2',
  });
  expect(retried).toEqual([]);
});

test('those that failed are retried, and all where none did', async () => {
  const jobs = makeParallel(3);
  const left = leaveAll(jobs);
  const all = prepare(jobs, left);
  expect(await retryFailedShards(all.context, 3)).toEqual({ kind: 'asked', jobs: 'all' });
  expect(all.retried).toHaveLength(3);
  jobs[1]!.conclusion = 'timed_out';
  const one = prepare(jobs, left);
  expect(await retryFailedShards(one.context, 3)).toEqual({ kind: 'asked', jobs: 'failed' });
  expect(one.retried).toEqual(['acme/sync/42 measure-2']);
});

test.each([
  [new Unavailable('no answer'), 'Unavailable'],
  [new Refused('ci-not-allowed', 'its step forbids it'), 'Refused'],
])('%s of Buildkite is one of the CI', async (error, name) => {
  const jobs = makeParallel(1);
  const { context } = prepare(jobs, leaveAll(jobs), error);
  await expect(retryShards(context, [0], 1)).rejects.toMatchObject({
    name,
    message: error.message,
  });
});
