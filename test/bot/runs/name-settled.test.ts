import { expect, test } from 'vitest';
import { nameSettled } from '../../../bot/src/runs/name-settled.ts';
import { makeBuild, makeJob, makeParallel, retryOf } from './make-build.ts';

test('a build that ended has the same name as long as its jobs are the same, in any order', () => {
  const jobs = makeParallel(2);
  const name = nameSettled(makeBuild({ jobs }));
  expect(name).toMatch(/^[0-9a-f]{64}$/);
  expect(nameSettled(makeBuild({ jobs: jobs.toReversed() }))).toBe(name);
  expect(nameSettled(makeBuild({ jobs, conclusion: 'failure' }))).toBe(name);
});

test('a retry that ended gives it another name', () => {
  const jobs = makeParallel(2);
  const name = nameSettled(makeBuild({ jobs }));
  const retry = retryOf(jobs[0]!, 'retry-1', 60_000);
  const retried = nameSettled(makeBuild({ jobs: [...jobs, retry] }));
  expect(retried).toBeDefined();
  expect(retried).not.toBe(name);
});

test.each([
  ['that is at work', makeBuild({ state: 'in-progress', jobs: [makeJob('a')] })],
  ['that waits', makeBuild({ state: 'queued' })],
  ['of which a job is at work', makeBuild({ jobs: [makeJob('a', { state: 'running' })] })],
  ['of which a job waits for a step', makeBuild({ jobs: [makeJob('a', { state: 'waiting' })] })],
])('a build %s has none: more may come', (_, build) => {
  expect(nameSettled(build)).toBeUndefined();
});
