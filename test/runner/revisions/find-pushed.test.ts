import { expect, test } from 'vitest';
import { findChange } from '../../../src/runner/revisions/find-change.ts';
import { makeRepository, type TestRepository } from '../stage/make-repository.ts';
import { checkOut, makeHost } from './make-clone.ts';

type Base = Parameters<typeof findChange>[1]['base'];

/** What a push of a commit is compared with, in a checkout of its branch. */
async function findPushed(origin: TestRepository, label: string, commit: string, base: Base) {
  const checkout = await checkOut(origin.root, `refs/heads/${label}`);
  const found = await findChange(checkout.remote, { head: { commit, label }, base });
  return { ...found, said: checkout.said };
}

test('a push of three commits is compared with what the branch was before it', async () => {
  const { origin, commits } = makeHost();
  const base = { kind: 'push', before: commits['left']! } as const;
  const { before } = await findPushed(origin, 'main', commits['tip']!, base);
  expect(before).toEqual({ commit: commits['left'], label: 'before the push' });
});

test('a force-push to main is compared with the last commit that it kept, whatever it replaced', async () => {
  const { origin, commits } = makeHost();
  const base = { kind: 'push', before: commits['tip']! } as const;
  origin.git('reset', '--quiet', '--hard', 'HEAD~2');
  const parent = origin.git('rev-parse', 'HEAD');
  origin.commit('another way');
  const pushed = origin.commit('and further');
  const { before, said } = await findPushed(origin, 'main', pushed, base);
  expect(before).toEqual({ commit: parent, label: 'what the force-push kept' });
  expect(said.at(-1)).toContain('was pushed away');
});

test('a force-push that only takes commits away is compared with its last commit, and that is said', async () => {
  const { origin, commits } = makeHost();
  origin.git('reset', '--quiet', '--hard', 'HEAD~1');
  const pushed = origin.git('rev-parse', 'HEAD');
  const base = { kind: 'push', before: commits['tip']! } as const;
  const { before, problems } = await findPushed(origin, 'main', pushed, base);
  expect(before?.commit).toBe(origin.git('rev-parse', 'HEAD~1'));
  expect(problems).toContainEqual(expect.objectContaining({ code: 'only-last-commit' }));
});

test('a new branch of several commits is compared with where it left main', async () => {
  const { origin, commits } = makeHost();
  const base = { kind: 'push', mainBranch: 'main' } as const;
  expect(await findPushed(origin, 'faster', commits['head']!, base)).toMatchObject({
    before: { commit: commits['left'], label: 'merge base with main' },
    after: { commit: commits['head'], label: 'faster' },
  });
});

test('a force-push to another branch needs nothing of what it replaced', async () => {
  const { origin, commits } = makeHost();
  const gone = '0123456789'.repeat(4);
  const base = { kind: 'push', before: gone, isForced: true, mainBranch: 'main' } as const;
  const { before, said } = await findPushed(origin, 'faster', commits['head']!, base);
  expect(before?.commit).toBe(commits['left']);
  expect(said.join()).not.toContain(gone.slice(0, 12));
});

test('a branch that never left main, such as one of pages, is compared with its last commit', async () => {
  const { origin } = makeHost();
  origin.git('switch', '--quiet', '--orphan', 'pages');
  const first = origin.commit('first page');
  origin.write('page.html', 'more');
  const second = origin.commit('second page');
  const base = { kind: 'push', mainBranch: 'main' } as const;
  const { before, problems } = await findPushed(origin, 'pages', second, base);
  expect(before?.commit).toBe(first);
  expect(problems).toMatchObject([{ code: 'only-last-commit' }]);
});

test('what the server has thrown away is not looked for any further', async () => {
  const { origin, commits } = makeHost();
  const base = { kind: 'push', before: '0123456789'.repeat(4) } as const;
  const { before } = await findPushed(origin, 'main', commits['tip']!, base);
  expect(before?.commit).toBe(origin.git('rev-parse', 'main~1'));
});

test('where nothing is known of the branch, the parent of its tip is fetched, and the record says so', async () => {
  const { origin, commits } = makeHost();
  const found = await findPushed(origin, 'faster', commits['head']!, { kind: 'push' });
  const { before, problems } = found;
  expect(before).toEqual({ commit: commits['first'], label: 'the commit before' });
  expect(problems).toMatchObject([{ code: 'only-last-commit' }]);
});

test('a merge on main is compared with main as it was, not with the branch that was merged', async () => {
  const { origin, commits } = makeHost();
  origin.git('merge', '--quiet', '--no-ff', '-m', 'merged', 'faster');
  const merged = origin.git('rev-parse', 'main');
  const { before, problems } = await findPushed(origin, 'main', merged, { kind: 'parent' });
  expect(before?.commit).toBe(commits['tip']);
  expect(problems).toBeUndefined();
});

test('the very first commit has nothing before it, and the error says so', async () => {
  const origin = makeRepository();
  const first = origin.git('rev-parse', 'main');
  await expect(findPushed(origin, 'main', first, { kind: 'push' })).rejects.toThrow(
    /is the first commit[^]*name the base yourself/,
  );
});
