import { expect, test } from 'vitest';
import { parseTrigger } from '../../action/src/trigger.ts';
import { type Payload, payloadOf, payloadsOf } from './trigger/payloads.ts';

const parse = (eventName: string, payload: Payload, checkout: { ref: string; sha: string }) =>
  parseTrigger({ eventName, payload, ...checkout });

const checkout = { sha: 'c'.repeat(40), ref: 'refs/pull/2/merge' };
const onMain = { sha: 'c'.repeat(40), ref: 'refs/heads/main' };

test('a pull request is judged at its own head, against the branch it is to be merged into', () => {
  const payload = payloadOf('pull_request');
  const { head, base } = payload['pull_request'] as Record<string, { sha: string }>;
  expect(parse('pull_request', payload, checkout)).toEqual({
    kind: 'pull-request',
    head: { commit: head!.sha, reference: 'refs/pull/2/head', label: 'changes' },
    base: { kind: 'branch-point', branch: 'master', tip: base!.sha, testMerge: checkout.sha },
    branch: 'changes',
    targetBranch: 'master',
    pullRequest: 2,
    fork: false,
  });
});

test('every pull request that GitHub gives as an example is understood', () => {
  for (const payload of payloadsOf('pull_request')) {
    expect(parse('pull_request', payload, checkout).kind).toBe('pull-request');
  }
});

test('a checkout of the head itself is no test merge', () => {
  const payload = payloadOf('pull_request');
  const { head } = payload['pull_request'] as Record<string, { sha: string }>;
  const { base } = parse('pull_request', payload, { ...checkout, sha: head!.sha });
  expect(base).not.toHaveProperty('testMerge');
});

test.each([
  ['another repository', { 'pull_request.head.repo.full_name': 'mallory/Hello-World' }],
  ['a fork that was deleted since', { 'pull_request.head.repo': null }],
])('a pull request from %s is one of a fork, and names whose branch it is', (_title, changes) => {
  const payload = payloadOf('pull_request', {
    ...changes,
    'pull_request.head.user.login': 'mallory',
  });
  const trigger = parse('pull_request', payload, checkout);
  expect(trigger).toMatchObject({ fork: true, head: { label: 'mallory:changes' } });
});

test("a fork of a fork's repository is not taken for one of ours by a field of its own", () => {
  const payload = payloadOf('pull_request', { 'pull_request.head.repo.fork': true });
  expect(parse('pull_request', payload, checkout).fork).toBe(false);
});

test("a merge queue's group is judged against the base that the queue names", () => {
  const payload = payloadOf('merge_group');
  expect(parse('merge_group', payload, onMain)).toEqual({
    kind: 'merge-group',
    head: {
      commit: '2ffea6db159f6b6c47a24e778fb9ef40cf6b1c7d',
      reference:
        'refs/heads/gh-readonly-queue/main/pr-104-929f8209d40f77f4abc622a499c93a83babdbe64',
      label: 'merge queue of main',
    },
    base: {
      kind: 'commit',
      commit: '380387fbc80638b734a49e1be1c4dfec1c01b33c',
      label: 'main as the queue found it',
    },
    branch: 'gh-readonly-queue/main/pr-104-929f8209d40f77f4abc622a499c93a83babdbe64',
    targetBranch: 'main',
    fork: false,
  });
});

test('a push is compared with what the branch was before it', () => {
  const pushed = { ref: 'refs/heads/main', before: 'b'.repeat(40), deleted: false, created: false };
  expect(parse('push', payloadOf('push', pushed), onMain)).toMatchObject({
    kind: 'push',
    head: { commit: onMain.sha, label: 'main' },
    base: { kind: 'push', before: 'b'.repeat(40) },
    targetBranch: 'main',
  });
});

test.each([
  ['a new branch', { before: '0'.repeat(40), created: true }],
  ['an event of a local runner, which says little', { before: undefined }],
])('%s has no state before it to compare with', (_title, changes) => {
  const pushed = { ref: 'refs/heads/main', deleted: false, ...changes };
  const onlyMain = { ...pushed, 'repository.default_branch': 'main' };
  const { base } = parse('push', payloadOf('push', onlyMain), onMain);
  expect(base).toEqual({ kind: 'push' });
});

test('a push to another branch or of a tag names the default branch, where it may have begun', () => {
  for (const ref of ['refs/heads/faster', 'refs/tags/v1']) {
    const pushed = { ref, before: '0'.repeat(40), deleted: false, created: true };
    const payload = payloadOf('push', { ...pushed, 'repository.default_branch': 'main' });
    const { base } = parse('push', payload, { ...onMain, ref });
    expect(base).toEqual({ kind: 'push', mainBranch: 'main' });
  }
});

test('a pushed tag is on no branch', () => {
  const payload = payloadOf('push', { ref: 'refs/tags/v1', deleted: false });
  const trigger = parse('push', payload, { ...onMain, ref: 'refs/tags/v1' });
  expect(trigger.branch).toBeUndefined();
  expect(trigger.head.label).toBe('refs/tags/v1');
});

test('a branch that was deleted has nothing to measure', () => {
  const payload = payloadsOf('push').find(({ deleted }) => deleted === true)!;
  expect(() => parse('push', payload, onMain)).toThrow(/was deleted/);
});

test('a schedule judges the tip of the default branch, also where GitHub names that', () => {
  const payload = { schedule: '0 3 * * *', repository: { default_branch: 'main' } };
  expect(parse('schedule', payload, onMain)).toEqual({
    kind: 'schedule',
    head: { commit: onMain.sha, reference: 'refs/heads/main', label: 'main' },
    base: { kind: 'parent' },
    branch: 'main',
    targetBranch: 'main',
    fork: false,
  });
});

test('a job started by hand is judged as a change of the default branch', () => {
  for (const payload of payloadsOf('workflow_dispatch')) {
    const onFeature = { ...onMain, ref: 'refs/heads/feature' };
    const { base, branch, targetBranch } = parse('workflow_dispatch', payload, onFeature);
    const { default_branch } = payload['repository'] as { default_branch: string };
    expect(base).toEqual({ kind: 'branch-point', branch: default_branch });
    expect([branch, targetBranch]).toEqual(['feature', default_branch]);
  }
});

test('pull_request_target is refused with the reason', () => {
  expect(() => parse('pull_request_target', payloadOf('pull_request'), checkout)).toThrow(
    /has the secrets of the repository, and would run the code of the pull request[^]*replace pull_request_target by pull_request/,
  );
});

test('an event that is about no change is refused with those that are', () => {
  expect(() => parse('issues', payloadOf('issues'), onMain)).toThrow(/merge_group, push/);
});
