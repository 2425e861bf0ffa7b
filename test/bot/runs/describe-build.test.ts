import { expect, test } from 'vitest';
import { describeBuild, describeJob } from '../../../bot/src/runs/describe-build.ts';
import { findMeasuringJobs } from '../../../bot/src/runs/measuring-jobs.ts';
import type { BuildkiteBuild } from '../../../src/transport/buildkite/builds.ts';
import { leave, makeBuild, makeJob, startMs } from './make-build.ts';

/** @param measured whether its job `measure` left what it measured */
function describe(changes: Partial<BuildkiteBuild>, measured: boolean) {
  const measure = makeJob('measure');
  const build = makeBuild({ jobs: [measure], ...changes });
  return describeBuild(build, findMeasuringJobs(build, measured ? [leave(measure, 0, 1)] : []));
}

test('a build is a run whose id is text', () => {
  expect(describe({}, true)).toEqual({
    ...{ platform: 'buildkite', id: 'acme/sync/42', attempt: 1, head: 'c'.repeat(40) },
    ...{ status: 'completed', conclusion: 'success', headBranch: 'change-1' },
    ...{ createdAtMs: startMs, url: 'https://buildkite.com/acme/sync/builds/42' },
    origin: { source: 'webhook', branch: 'change-1' },
    settled: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
});

test('a run has ended when all is measured, though the build goes on with other steps', () => {
  const jobs = [makeJob('measure'), makeJob('deploy', { step: 'deploy', state: 'running' })];
  const atWork = describeBuild(
    makeBuild({ jobs, state: 'in-progress' }),
    findMeasuringJobs(makeBuild({ jobs, state: 'in-progress' }), [leave(jobs[0]!, 0, 1)]),
  );
  expect(atWork.status).toBe('completed');
  expect(describe({ jobs, state: 'in-progress' }, false).status).toBe('in-progress');
});

test('a build that stands at a step to be unblocked waits for approval, unless it has measured before', () => {
  const waiting = makeJob('later', { step: 'later', state: 'waiting' });
  const jobs = [makeJob('measure'), waiting];
  expect(describe({ jobs }, false).conclusion).toBe('action_required');
  expect(describe({ jobs }, true).conclusion).toBe('success');
});

test.each(['skipped', 'cancelled', 'failure'])('a build that %s says so', (conclusion) => {
  expect(describe({ conclusion, jobs: [] }, false)).toMatchObject({ conclusion });
});

const ends: [state: string, conclusion: string][] = [
  ['passed', 'success'],
  ['canceled', 'cancelled'],
  ['skipped', 'skipped'],
  ['timed_out', 'timed_out'],
  ['failed', 'failure'],
  ['broken', 'failure'],
  ['a word of next year', 'failure'],
];

test.each(ends)('a job that ended as %s is a %s', (state, conclusion) => {
  expect(describeJob(makeJob('a', { conclusion: state }))).toMatchObject({ conclusion });
});

test('a job at work has no conclusion, and those side by side are told apart', () => {
  const job = describeJob(makeJob('a', { state: 'running', parallel: { index: 1, total: 3 } }));
  expect(job).toEqual({ name: 'measure (2)', url: expect.stringContaining('#a') });
});
