import { expect, test } from 'vitest';
import { readBuildkiteJob } from '../../../src/pipeline/buildkite/read-job.ts';
import { UserError } from '../../../src/contract/user-error.ts';

const commit = 'c'.repeat(40);

/** As an agent sets it for a push to main. */
const push = {
  ...{ BUILDKITE: 'true', BUILDKITE_COMMIT: commit, BUILDKITE_BRANCH: 'main' },
  ...{ BUILDKITE_PULL_REQUEST: 'false', BUILDKITE_PULL_REQUEST_BASE_BRANCH: '' },
  ...{ BUILDKITE_PIPELINE_DEFAULT_BRANCH: 'main', BUILDKITE_RETRY_COUNT: '0' },
};

const whereOf = (environment: Record<string, string>): string | undefined => {
  try {
    readBuildkiteJob(environment);
  } catch (error) {
    if (error instanceof UserError) return error.facts.where;
    throw error;
  }
  return undefined;
};

test('elsewhere than on Buildkite nothing is read', () => {
  expect(readBuildkiteJob({})).toBeUndefined();
  expect(readBuildkiteJob({ ...push, BUILDKITE: 'false' })).toBeUndefined();
});

test('in a container that has the id of the job and nothing else, that is said', () => {
  expect(whereOf({ BUILDKITE_JOB_ID: 'b63254c0' })).toBe('BUILDKITE');
  expect(() => readBuildkiteJob({ BUILDKITE_BUILD_ID: 'x' })).toThrow(
    'propagate-environment: true',
  );
});

test('a push to the default branch is compared with the commit before', () => {
  expect(readBuildkiteJob(push)).toEqual({
    ...{ attempt: 1, commit, branch: 'main', reference: 'refs/heads/main' },
    ...{ targetBranch: 'main', base: { kind: 'parent' } },
  });
});

test('a push to any other branch is compared as the pull request will be that is opened from it', () => {
  expect(readBuildkiteJob({ ...push, BUILDKITE_BRANCH: 'faster' })).toMatchObject({
    ...{ branch: 'faster', reference: 'refs/heads/faster', targetBranch: 'main' },
    base: { kind: 'branch-point', branch: 'main' },
  });
});

test('a pull request is compared with where it left its target, and found where GitHub keeps it', () => {
  const pull = { BUILDKITE_PULL_REQUEST: '7', BUILDKITE_PULL_REQUEST_BASE_BRANCH: 'stable' };
  const fromFork = { ...push, ...pull, BUILDKITE_BRANCH: 'mallory:main' };
  expect(readBuildkiteJob(fromFork)).toMatchObject({
    ...{ branch: 'mallory:main', reference: 'refs/pull/7/head', targetBranch: 'stable' },
    base: { kind: 'branch-point', branch: 'stable' },
  });
});

test('a group of the merge queue is compared with the base that the queue names', () => {
  const base = 'b'.repeat(40);
  const queue = {
    BUILDKITE_MERGE_QUEUE_BASE_BRANCH: 'main',
    BUILDKITE_MERGE_QUEUE_BASE_COMMIT: base,
    BUILDKITE_BRANCH: `gh-readonly-queue/main/pr-7-${base}`,
  };
  expect(readBuildkiteJob({ ...push, ...queue })).toMatchObject({
    targetBranch: 'main',
    base: { kind: 'commit', commit: base, label: 'main as the queue found it' },
  });
  const strange = { ...push, ...queue, BUILDKITE_MERGE_QUEUE_BASE_COMMIT: '--all' };
  expect(whereOf(strange)).toBe('BUILDKITE_MERGE_QUEUE_BASE_COMMIT');
});

test('a retried job is a further attempt, and of parallel jobs each is a shard', () => {
  const second = {
    ...{ BUILDKITE_PARALLEL_JOB: '1', BUILDKITE_PARALLEL_JOB_COUNT: '4' },
    BUILDKITE_RETRY_COUNT: '2',
  };
  const job = readBuildkiteJob({ ...push, ...second });
  expect(job).toMatchObject({ attempt: 3, shard: { index: 1, total: 4 } });
  const only = { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '1' };
  expect(readBuildkiteJob({ ...push, ...only })?.shard).toBeUndefined();
});

test('a build of whatever a branch was when it began measures what is checked out', () => {
  expect(readBuildkiteJob({ ...push, BUILDKITE_COMMIT: 'HEAD' })?.commit).toBeUndefined();
});

test.each([
  ['BUILDKITE_COMMIT', ''],
  ['BUILDKITE_BRANCH', ''],
  ['BUILDKITE_PIPELINE_DEFAULT_BRANCH', ''],
  ['BUILDKITE_RETRY_COUNT', '-1'],
  ['BUILDKITE_RETRY_COUNT', 'twice'],
])('what an agent would have set otherwise is named: %s=%s', (name, value) => {
  expect(whereOf({ ...push, [name]: value })).toBe(name);
});

test('a job that is beyond the parallel ones is refused', () => {
  const beyond = { BUILDKITE_PARALLEL_JOB: '2', BUILDKITE_PARALLEL_JOB_COUNT: '2' };
  expect(whereOf({ ...push, ...beyond })).toContain('BUILDKITE_PARALLEL_JOB');
});
