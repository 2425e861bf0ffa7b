import { expect, test } from 'vitest';
import { findChange } from '../../../src/runner/revisions/find-change.ts';
import { makeRepository } from '../stage/make-repository.ts';
import { checkOut, makeHost } from './make-clone.ts';

test('a push of three commits is compared with what the branch was before it', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const head = { commit: commits['tip']!, label: 'main' };
  const { before } = await findChange(checkout.remote, {
    head,
    base: { kind: 'push', before: commits['left']! },
  });
  expect(before).toEqual({ commit: commits['left'], label: 'before the push' });
});

test('a force-push to main is compared with the last commit that it kept, whatever it replaced', async () => {
  const { origin, commits } = makeHost();
  const replaced = commits['tip']!;
  origin.git('reset', '--quiet', '--hard', 'HEAD~2');
  const parent = origin.git('rev-parse', 'HEAD');
  origin.commit('another way');
  const pushed = origin.commit('and further');
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const head = { commit: pushed, label: 'main' };
  const { before } = await findChange(checkout.remote, {
    head,
    base: { kind: 'push', before: replaced },
  });
  expect(before).toEqual({ commit: parent, label: 'what the force-push kept' });
  expect(checkout.said.at(-1)).toContain('was pushed away');
});

test('a force-push that only takes commits away is compared with its last commit, and that is said', async () => {
  const { origin, commits } = makeHost();
  origin.git('reset', '--quiet', '--hard', 'HEAD~1');
  const head = { commit: origin.git('rev-parse', 'HEAD'), label: 'main' };
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const { before, problems } = await findChange(checkout.remote, {
    head,
    base: { kind: 'push', before: commits['tip']! },
  });
  expect(before?.commit).toBe(origin.git('rev-parse', 'HEAD~1'));
  expect(problems).toContainEqual(expect.objectContaining({ code: 'only-last-commit' }));
});

test('a new branch of several commits is compared with where it left main', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/faster');
  const head = { commit: commits['head']!, label: 'faster' };
  const base = { kind: 'push', mainBranch: 'main' } as const;
  expect(await findChange(checkout.remote, { head, base })).toEqual({
    before: { commit: commits['left'], label: 'merge base with main' },
    after: head,
  });
});

test('a force-push to another branch needs nothing of what it replaced', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/faster');
  const head = { commit: commits['head']!, label: 'faster' };
  const gone = '0123456789'.repeat(4);
  const base = { kind: 'push', before: gone, isForced: true, mainBranch: 'main' } as const;
  const { before } = await findChange(checkout.remote, { head, base });
  expect(before?.commit).toBe(commits['left']);
  expect(checkout.said.join()).not.toContain(gone.slice(0, 12));
});

test('a branch that never left main, such as one of pages, is compared with its last commit', async () => {
  const { origin } = makeHost();
  origin.git('switch', '--quiet', '--orphan', 'pages');
  const first = origin.commit('first page');
  origin.write('page.html', 'more');
  const head = { commit: origin.commit('second page'), label: 'pages' };
  const checkout = await checkOut(origin.root, 'refs/heads/pages');
  const base = { kind: 'push', mainBranch: 'main' } as const;
  const { before, problems } = await findChange(checkout.remote, { head, base });
  expect(before?.commit).toBe(first);
  expect(problems).toMatchObject([{ code: 'only-last-commit' }]);
});

test('what the server has thrown away is not looked for any further', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const head = { commit: commits['tip']!, label: 'main' };
  const { before } = await findChange(checkout.remote, {
    head,
    base: { kind: 'push', before: '0123456789'.repeat(4) },
  });
  expect(before?.commit).toBe(origin.git('rev-parse', 'main~1'));
});

test('where nothing is known of the branch, the parent of its tip is fetched, and the record says so', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/faster');
  const head = { commit: commits['head']!, label: 'faster' };
  const { before, problems } = await findChange(checkout.remote, { head, base: { kind: 'push' } });
  expect(before).toEqual({ commit: commits['first'], label: 'the commit before' });
  expect(problems).toMatchObject([{ code: 'only-last-commit' }]);
});

test('a merge on main is compared with main as it was, not with the branch that was merged', async () => {
  const { origin, commits } = makeHost();
  origin.git('merge', '--quiet', '--no-ff', '-m', 'merged', 'faster');
  const head = { commit: origin.git('rev-parse', 'main'), label: 'main' };
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const { before, problems } = await findChange(checkout.remote, {
    head,
    base: { kind: 'parent' },
  });
  expect(before?.commit).toBe(commits['tip']);
  expect(problems).toBeUndefined();
});

test('the very first commit has nothing before it, and the error says so', async () => {
  const origin = makeRepository();
  const head = { commit: origin.git('rev-parse', 'main'), label: 'main' };
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  await expect(findChange(checkout.remote, { head, base: { kind: 'push' } })).rejects.toThrow(
    /is the first commit[^]*name the base yourself/,
  );
});
