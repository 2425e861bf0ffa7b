import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/contract/user-error.ts';
import { findSides } from '../../../src/pipeline/buildkite/find-sides.ts';
import { readBuild } from '../../../src/pipeline/buildkite/read-build.ts';
import { type BuildkiteJob, readBuildkiteJob } from '../../../src/pipeline/buildkite/read-job.ts';
import { refuseOtherShards } from '../../../src/pipeline/buildkite/refuse-other-shards.ts';
import { readRemote } from '../../../src/pipeline/read-remote.ts';
import { checkOut, makeHost } from '../../runner/revisions/make-clone.ts';
import { cleanEnvironment } from '../../runner/stage/make-repository.ts';

describe('find sides', () => {
  const silent = (): void => {};

  const pullRequest: Omit<BuildkiteJob, 'commit'> = {
    ...{ attempt: 1, branch: 'faster', reference: 'refs/pull/7/head', targetBranch: 'main' },
    base: { kind: 'branch-point', branch: 'main' },
  };

  test('a pull request in a shallow checkout is compared with where it left its target', async () => {
    const { commits, origin } = makeHost();
    const { root } = await checkOut(origin.root, commits['head'] ?? '');
    const job = { ...pullRequest, commit: commits['head'] ?? '' };
    expect(await findSides(root, job, cleanEnvironment, silent)).toEqual({
      before: { kind: 'commit', commit: commits['left'], label: 'merge base with main' },
      after: { kind: 'commit', commit: commits['head'], label: 'faster' },
      branch: 'faster',
    });
  });

  test('where the pipeline checks out the merge, the commit that was pushed is measured all the same', async () => {
    const { commits, origin } = makeHost();
    const { root } = await checkOut(origin.root, 'refs/pull/7/merge');
    const job = { ...pullRequest, commit: commits['head'] ?? '' };
    expect(await findSides(root, job, cleanEnvironment, silent)).toMatchObject({
      before: { commit: commits['left'] },
      after: { commit: commits['head'] },
    });
  });

  test('a build without a commit of its own measures what is checked out', async () => {
    const { commits, origin } = makeHost();
    const { root } = await checkOut(origin.root, 'refs/heads/main', ['--depth=1']);
    const job = { ...pullRequest, reference: 'refs/heads/main', base: { kind: 'parent' } } as const;
    const { before, after } = await findSides(root, job, cleanEnvironment, silent);
    expect(after).toMatchObject({ commit: commits['tip'] });
    expect(before).toMatchObject({ commit: origin.git('rev-parse', 'main~1') });
  });

  test('what a reader has to know of the two commits goes with them', async () => {
    const { commits, origin } = makeHost(3, 0);
    origin.git('merge', '--quiet', '--ff-only', 'faster');
    const { root } = await checkOut(origin.root, 'refs/heads/faster');
    const job = { ...pullRequest, commit: commits['head'] ?? '' };
    const { problems } = await findSides(root, job, cleanEnvironment, silent);
    expect(problems).toMatchObject([{ code: 'only-last-commit' }]);
  });

  test('while origin does not answer, what the checkout knows of the target is taken', async () => {
    const { commits, origin } = makeHost();
    const refs = '+refs/heads/*:refs/remotes/origin/*';
    const { git, root } = await checkOut(origin.root, 'refs/heads/faster', []);
    git('fetch', '--quiet', 'origin', refs);
    rmSync(origin.root, { recursive: true, force: true });
    const said: string[] = [];
    const job = { ...pullRequest, commit: commits['head'] ?? '' };
    const { before } = await findSides(root, job, cleanEnvironment, (each) => said.push(each));
    expect(before).toMatchObject({ commit: commits['left'] });
    expect(said.join('\n')).toContain('main could not be fetched from origin');
  });
});

describe('read build', () => {
  const job = {
    ...{ BUILDKITE: 'true', BUILDKITE_COMMIT: 'c'.repeat(40), BUILDKITE_RETRY_COUNT: '1' },
    ...{ BUILDKITE_ORGANIZATION_SLUG: 'acme', BUILDKITE_PIPELINE_SLUG: 'sync-perf' },
    ...{ BUILDKITE_BUILD_NUMBER: '42', BUILDKITE_REPO: 'git@github.com:acme/sync.git' },
  };

  test('a build is named as its API names it, and its repository as GitHub does', () => {
    expect(readBuild(job)).toEqual({
      ...{ runId: 'acme/sync-perf/42', repository: 'acme/sync' },
      ...{ attempt: 2, commit: 'c'.repeat(40) },
    });
    expect(readBuild({ ...job, BUILDKITE: undefined })).toBeUndefined();
  });

  test('a clone of a folder has no owner and name', () => {
    expect(readBuild({ ...job, BUILDKITE_REPO: '/srv/sync' })?.repository).toBeUndefined();
  });

  test.each(['BUILDKITE_ORGANIZATION_SLUG', 'BUILDKITE_PIPELINE_SLUG', 'BUILDKITE_BUILD_NUMBER'])(
    'without %s there is no build to name, and one that leads elsewhere is none',
    (name) => {
      expect(() => readBuild({ ...job, [name]: '' })).toThrow(name);
      expect(() => readBuild({ ...job, [name]: '../other' })).toThrow(UserError);
    },
  );
});

describe('refuse other shards', () => {
  const pins = new Map<string, number>();
  const parallel = (total: number) => ({ shard: { index: 0, total } });

  test('a step with as many jobs as there are shards measures', () => {
    refuseOtherShards(parallel(2), { shards: { total: 2, pins } });
    refuseOtherShards({}, { shards: { total: 1, pins } });
  });

  test('how many there are says whoever says it alone', () => {
    refuseOtherShards(parallel(3), { shards: { pins } });
  });

  test.each([
    [parallel(3), '3 jobs measure, and shards.total of perigee.yml is 2'],
    [{}, '1 job measures, and shards.total of perigee.yml is 2'],
  ])('a step with another number of jobs is refused before it measures', (job, words) => {
    expect(() => refuseOtherShards(job, { shards: { total: 2, pins } })).toThrow(words);
  });
});

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

test.each([
  ['git@github.com:acme/sync.git', 'acme/sync'],
  ['https://github.com/acme/sync', 'acme/sync'],
  ['https://github.com/acme/sync.git/', 'acme/sync'],
  ['ssh://git@host.example.com:2222/acme/sync.git', 'acme/sync'],
  ['https://host.example.com/group/acme/sync.git', 'acme/sync'],
  ['/srv/git/acme/sync.git', 'acme/sync'],
  ['https://host.example.com/sync.git', undefined],
  ['sync.git', undefined],
  ['', undefined],
])('the remote %j is of %s', (address, repository) => {
  expect(readRemote(address)).toBe(repository);
});
