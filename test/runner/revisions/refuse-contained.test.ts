import { expect, test } from 'vitest';
import { exitCode, UserError } from '../../../src/contract/user-error.ts';
import { findChange, nameBase } from '../../../src/runner/revisions/find-change.ts';
import type { TestRepository } from '../stage/make-repository.ts';
import { checkOut, makeHost } from './make-clone.ts';

/** The change of a host's pull request against a base that a person names. */
async function compare(
  { root }: TestRepository,
  head: string,
  base: string,
  reference = 'refs/heads/faster',
) {
  const checkout = await checkOut(root, reference);
  return findChange(checkout.remote, {
    head: { commit: head, label: 'faster' },
    base: nameBase(base),
  });
}

test.each([
  ['the branch itself', 'faster'],
  ['HEAD of its checkout', 'HEAD'],
])('%s is no base of a change', async (_title, base) => {
  const { origin, commits } = makeHost();
  const refused = compare(origin, commits['head']!, base);
  await expect(refused).rejects.toThrow(/is the commit to measure itself[^]*remove `base`/);
  await expect(refused).rejects.toMatchObject({ exitCode: exitCode.couldNotMeasure });
});

test('a tag that was pushed is no base of itself', async () => {
  const { origin, commits } = makeHost();
  origin.git('tag', '-a', '-m', 'release', 'v2', commits['head']!);
  await expect(compare(origin, commits['head']!, 'v2')).rejects.toThrow('is the commit to measure');
});

test('a base of the merge queue that is the group itself is refused', async () => {
  const { origin, commits } = makeHost();
  const { remote } = await checkOut(origin.root, 'refs/heads/main');
  const head = { commit: commits['tip']!, label: 'queue' };
  const base = { kind: 'commit', commit: commits['tip']!, label: 'main' } as const;
  await expect(findChange(remote, { head, base })).rejects.toThrow(UserError);
});

test('a merge of the change, which CI may check out, is no base of it', async () => {
  const { origin, commits } = makeHost();
  const refused = compare(origin, commits['head']!, 'HEAD', 'refs/pull/7/merge');
  await expect(refused).rejects.toThrow('contains the change already');
});

test('a base that the change was merged into is refused, in a clone of depth 1 too', async () => {
  const { origin, commits } = makeHost();
  origin.git('merge', '--quiet', '--no-ff', '-m', 'merged', 'faster');
  for (let index = 0; index < 3; index += 1) origin.commit(`main goes on ${index}`);
  await expect(compare(origin, commits['head']!, 'main')).rejects.toThrow(
    'contains the change already',
  );
});

test('a base that a squash of the change was committed to is refused, whatever came after', async () => {
  const { origin, commits } = makeHost();
  origin.git('merge', '--squash', '--quiet', 'faster');
  origin.commit('squashed');
  await expect(compare(origin, commits['head']!, 'main')).rejects.toThrow(
    /holds the same files|every file that the change touches/,
  );
  origin.write('more.mjs', '1');
  origin.commit('main goes on');
  await expect(compare(origin, commits['head']!, 'main')).rejects.toThrow(
    'every file that the change touches',
  );
});

test('a base that moved on without the change, and one far before it, are compared as named', async () => {
  const { origin, commits } = makeHost();
  origin.write('more.mjs', '1');
  const tip = origin.commit('main goes on');
  const { before, problems } = await compare(origin, commits['head']!, 'main');
  expect(before?.commit).toBe(tip);
  expect(problems).toBeUndefined();
  const { before: named } = await compare(origin, commits['head']!, commits['left']!);
  expect(named?.commit).toBe(commits['left']);
});

test('an empty commit is compared with what it was made from, and the record says what that shows', async () => {
  const { origin, commits } = makeHost();
  origin.git('switch', '--quiet', 'faster');
  const empty = origin.commit('start the build again');
  const { before, problems } = await compare(origin, empty, commits['head']!);
  expect(before?.commit).toBe(commits['head']);
  expect(problems).toMatchObject([{ code: 'same-files' }]);
});

test('a change that takes itself back is measured against where it left main', async () => {
  const { origin, commits } = makeHost();
  origin.git('switch', '--quiet', 'faster');
  origin.git('revert', '--no-edit', 'HEAD', 'HEAD~1');
  const head = { commit: origin.git('rev-parse', 'HEAD'), label: 'faster' };
  const { remote } = await checkOut(origin.root, 'refs/heads/faster');
  const base = { kind: 'branch-point', branch: 'main' } as const;
  const { before, problems } = await findChange(remote, { head, base });
  expect(before?.commit).toBe(commits['left']);
  expect(problems).toMatchObject([{ code: 'same-files' }]);
});
