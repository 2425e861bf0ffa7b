import { expect, test } from 'vitest';
import { readBuild } from '../../../src/steps/buildkite/read-build.ts';
import { UserError } from '../../../src/contract/user-error.ts';

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
  expect(readBuild({ ...job, BUILDKITE_REPO: '/srv/sync' })).not.toHaveProperty('repository');
});

test.each(['BUILDKITE_ORGANIZATION_SLUG', 'BUILDKITE_PIPELINE_SLUG', 'BUILDKITE_BUILD_NUMBER'])(
  'without %s there is no build to name, and one that leads elsewhere is none',
  (name) => {
    expect(() => readBuild({ ...job, [name]: '' })).toThrow(name);
    expect(() => readBuild({ ...job, [name]: '../other' })).toThrow(UserError);
  },
);
