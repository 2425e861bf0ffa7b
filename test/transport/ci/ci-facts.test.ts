import { expect, test } from 'vitest';
import { classifyBranch, defaultReleaseBranches } from '../../../src/transport/ci/branch-kind.ts';
import { type CiFacts, describeFacts } from '../../../src/transport/ci/ci-facts.ts';

const facts: CiFacts = {
  ...{ commit: 'c1', parents: ['c0'], event: 'push', attempt: 1, branchKind: 'default' },
  ...{ fork: false, links: {}, doubts: [] },
};

test('what the CI does not know any more leaves what the records say of it', () => {
  const key = { repository: 'acme/sync', runId: '1' };
  const known = { branch: 'main', pullRequest: 7, author: 'ada', committedAt: '2026-11-22' };
  expect({ ...known, ...describeFacts(key, facts) }).toMatchObject(known);
  const other = { branch: 'next', pullRequest: 8, author: 'bob', committedAt: '2026-11-23' };
  expect({ ...known, ...describeFacts(key, { ...facts, ...other }) }).toMatchObject(other);
});

test.each([
  ['push', 'main', false, 'default'],
  ['schedule', 'main', false, 'default'],
  ['workflow_dispatch', 'main', false, 'default'],
  ['push', 'release/2.x', false, 'release'],
  ['push', 'release-2', false, 'release'],
  ['push', 'stable', false, 'release'],
  ['push', 'released', false, 'other'],
  ['push', 'faster', false, 'other'],
  ['push', 'main', true, 'other'],
  ['pull_request', 'main', true, 'pull-request'],
  ['pull_request', 'release/2.x', false, 'pull-request'],
  ['pull_request_target', 'main', false, 'pull-request'],
  ['merge_group', 'gh-readonly-queue/main/pr-1-a', false, 'merge-queue'],
  ['issue_comment', 'main', false, 'other'],
  ['release', 'main', false, 'other'],
])('%s on %s (fork: %s) is %s', (event, branch, fork, kind) => {
  const question = { event, branch, fork, defaultBranch: 'main' };
  expect(classifyBranch({ ...question, releaseBranches: defaultReleaseBranches })).toBe(kind);
});

test('without a branch nothing is known', () => {
  const question = { event: 'push', branch: undefined, fork: false, defaultBranch: undefined };
  expect(classifyBranch({ ...question, releaseBranches: ['*'] })).toBe('other');
});
