import { expect, test } from 'vitest';
import { findChange } from '../../../src/runner/revisions/find-change.ts';
import { checkOut, makeHost, mergeForPull, type Host } from './make-clone.ts';

/** The request for the pull request of a host, as its event describes it. */
function pullRequest({ commits }: Host) {
  return {
    head: { commit: commits['head']!, reference: 'refs/pull/7/head', label: 'faster' },
    base: {
      kind: 'branch-point' as const,
      branch: 'main',
      testMerge: commits['merge']!,
      tip: commits['tip']!,
    },
  };
}

test('a checkout of the merge commit at depth 1 is measured at the head and where it left main', async () => {
  const host = makeHost();
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/merge');
  expect(await findChange(checkout.remote, pullRequest(host))).toEqual({
    before: { commit: host.commits['left'], label: 'merge base with main' },
    after: { commit: host.commits['head'], label: 'faster' },
  });
  expect(checkout.git('rev-parse', 'HEAD')).toBe(host.commits['merge']);
  expect(checkout.git('status', '--porcelain')).toBe('');
});

test.each([
  ['a checkout of the head at depth 1', 'refs/pull/7/head', ['--depth=1']],
  ['a full checkout', 'refs/pull/7/head', []],
  ['a blobless checkout', 'refs/pull/7/merge', ['--filter=blob:none']],
  ['a treeless checkout', 'refs/pull/7/merge', ['--filter=tree:0']],
  ['a blobless checkout at depth 1', 'refs/pull/7/merge', ['--filter=blob:none', '--depth=1']],
])('%s finds the same base', async (_title, reference, options) => {
  const host = makeHost();
  host.origin.git('config', 'uploadpack.allowFilter', 'true');
  const checkout = await checkOut(host.origin.root, reference, options);
  const { before } = await findChange(checkout.remote, pullRequest(host));
  expect(before?.commit).toBe(host.commits['left']);
  checkout.git('worktree', 'add', '--quiet', '--detach', '../base', host.commits['left']!);
});

test('a full checkout stays full', async () => {
  // More commits than the first step of deepening would bring back.
  const host = makeHost(60);
  const checkout = await checkOut(host.origin.root, 'refs/heads/main', []);
  await findChange(checkout.remote, pullRequest(host));
  expect(checkout.git('rev-parse', '--is-shallow-repository')).toBe('false');
});

test('what others merged since the checkout does not move the base', async () => {
  const host = makeHost();
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/merge');
  host.origin.git('merge', '--quiet', '--no-ff', '-m', 'somebody merges half of it', 'faster~1');
  const { before } = await findChange(checkout.remote, pullRequest(host));
  expect(before?.commit).toBe(host.commits['left']);
});

test('a change that has merged main in is compared with what it merged, not with where it began', async () => {
  const host = makeHost();
  host.origin.git('switch', '--quiet', 'faster');
  host.origin.git('merge', '--quiet', '-m', 'take main in', 'main');
  const head = host.origin.git('rev-parse', 'HEAD');
  host.origin.git('switch', '--quiet', 'main');
  const merged = host.commits['tip']!;
  host.origin.commit('main goes on');
  const merge = mergeForPull(host, head);
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/merge');
  const request = pullRequest({ ...host, commits: { ...host.commits, head, merge } });
  // The tip in the event is from before: with it the base would be too old.
  const base = { ...request.base, tip: host.commits['left']! };
  const { before } = await findChange(checkout.remote, { ...request, base });
  expect(before?.commit).toBe(merged);
  const withoutMerge = { kind: 'branch-point' as const, branch: 'main', tip: base.tip };
  const again = await findChange(checkout.remote, { ...request, base: withoutMerge });
  expect(again.before?.commit).toBe(merged);
});

test('a force-pushed pull request whose head is gone from its reference is still found by its id', async () => {
  const host = makeHost();
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/merge');
  host.origin.git('update-ref', 'refs/pull/7/head', host.commits['first']!);
  host.origin.git('branch', '--force', 'faster', host.commits['first']!);
  const { after } = await findChange(checkout.remote, pullRequest(host));
  expect(after.commit).toBe(host.commits['head']);
});

test("a fork's commits are reached through the reference of the pull request", async () => {
  const host = makeHost();
  // No branch of the repository leads to them, and this server gives nothing that is not advertised.
  host.origin.git('branch', '--delete', '--force', 'faster');
  host.origin.git('config', 'uploadpack.allowAnySHA1InWant', 'false');
  const checkout = await checkOut(host.origin.root, 'refs/heads/main');
  checkout.git('config', 'protocol.version', '0');
  const { base, ...request } = pullRequest(host);
  const rule = { kind: 'branch-point' as const, branch: 'main', tip: base.tip };
  expect(await findChange(checkout.remote, { ...request, base: rule })).toEqual({
    before: { commit: host.commits['left'], label: 'merge base with main' },
    after: { commit: host.commits['head'], label: 'faster' },
  });
});

test('a full repository without any remote does with what it has', async () => {
  const host = makeHost();
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/merge', []);
  checkout.git('remote', 'remove', 'origin');
  const { before } = await findChange(checkout.remote, pullRequest(host));
  expect(before?.commit).toBe(host.commits['left']);
});

test('a target branch that is gone is told by its name', async () => {
  const host = makeHost();
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/head');
  const base = { kind: 'branch-point' as const, branch: 'release/9' };
  await expect(findChange(checkout.remote, { ...pullRequest(host), base })).rejects.toThrow(
    /the branch release\/9 is not in this checkout, and origin does not give it/,
  );
});

test('a change that has nothing in common with its target is told as such', async () => {
  const host = makeHost();
  host.origin.git('switch', '--quiet', '--orphan', 'other');
  const head = { commit: host.origin.commit('other'), label: 'other' };
  const checkout = await checkOut(host.origin.root, 'refs/heads/other');
  const base = { kind: 'branch-point' as const, branch: 'main' };
  await expect(findChange(checkout.remote, { head, base })).rejects.toThrow(
    /have no commit in common[^]*rebase/,
  );
});

test('a change that was merged meanwhile is compared whole, with where it had left main', async () => {
  const host = makeHost();
  host.origin.git('merge', '--quiet', '--no-ff', '-m', 'merged', 'faster');
  host.origin.commit('main goes on');
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/head');
  const base = { kind: 'branch-point' as const, branch: 'main' };
  const { before } = await findChange(checkout.remote, { ...pullRequest(host), base });
  expect(before?.commit).toBe(host.commits['left']);
  expect(before?.label).toBe('merge base with main before it was merged');
});

test('a change that main holds without a merge is compared with its last commit, and that is said', async () => {
  const host = makeHost(3, 0);
  host.origin.git('merge', '--quiet', '--ff-only', 'faster');
  host.origin.commit('main goes on');
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/head');
  const base = { kind: 'branch-point' as const, branch: 'main' };
  const { before, problems } = await findChange(checkout.remote, { ...pullRequest(host), base });
  expect(before).toEqual({ commit: host.commits['first'], label: 'the commit before' });
  expect(problems).toMatchObject([{ code: 'only-last-commit' }]);
});

test("a merge queue's group is compared with the base that the queue names", async () => {
  const host = makeHost();
  const checkout = await checkOut(host.origin.root, 'refs/pull/7/merge');
  const change = await findChange(checkout.remote, {
    head: { commit: host.commits['merge']!, label: 'main' },
    base: { kind: 'commit', commit: host.commits['tip']!, label: "the queue's base" },
  });
  expect(change.before).toEqual({ commit: host.commits['tip'], label: "the queue's base" });
});

test('the history of main alone has no before', async () => {
  const host = makeHost();
  const checkout = await checkOut(host.origin.root, 'refs/heads/main');
  const head = { commit: host.commits['tip']!, label: 'main' };
  expect(await findChange(checkout.remote, { head, base: { kind: 'none' } })).toEqual({
    after: { commit: host.commits['tip'], label: 'main' },
  });
  expect(checkout.said).toEqual([]);
});
