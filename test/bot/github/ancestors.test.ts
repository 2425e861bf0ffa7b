import { expect, test } from 'vitest';
import { pushCommit } from '../servers/fake/history.ts';
import { openSide } from './open-side.ts';

test('the merge base is where the head left the base', async () => {
  const { side, state, fake, repository } = await openSide();
  const left = fake.branches.get('main') ?? '';
  const head = pushCommit(state, fake, 'faster');
  const base = pushCommit(state, fake, 'main');
  expect(await side.findMergeBase(repository, base, head)).toBe(left);
  expect(await side.findMergeBase(repository, head, head)).toBe(head);
});

test('two histories without a common commit have none', async () => {
  const { side, state, fake, repository } = await openSide();
  const other = pushCommit(state, fake, 'orphan', { parents: [] });
  const base = fake.branches.get('main') ?? '';
  expect(await side.findMergeBase(repository, base, other)).toBeUndefined();
});

test('the first parent of a merge is what was merged into', async () => {
  const { side, state, fake, repository } = await openSide();
  const root = fake.branches.get('main') ?? '';
  const one = pushCommit(state, fake, 'faster');
  const merge = pushCommit(state, fake, 'main', { parents: [root, one] });
  expect(await side.findFirstParent(repository, merge)).toBe(root);
  expect(await side.findFirstParent(repository, root)).toBeUndefined();
  expect(await side.defaultBranch(repository)).toBe('main');
});

test('the commits that lead to a tip come with their parents, tree, author and subject', async () => {
  const { side, state, fake, repository } = await openSide();
  const root = fake.branches.get('main') ?? '';
  const message = `Revert "start"\n\nThis reverts commit ${root}.`;
  const tip = pushCommit(state, fake, 'main', { author: 'ann', message });
  const listed = await side.listCommits(repository, tip, 1);
  expect(listed.map(({ commit, parents }) => ({ commit, parents }))).toEqual([
    { commit: tip, parents: [root] },
    { commit: root, parents: [] },
  ]);
  expect(listed[0]).toMatchObject({ subject: 'Revert "start"' });
  expect(listed[0]).toMatchObject({ author: 'ann', tree: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect(await side.listTags(repository)).toEqual([]);
});
