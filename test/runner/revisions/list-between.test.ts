import { expect, test } from 'vitest';
import { listBetween } from '../../../src/runner/revisions/list-between.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { cleanEnvironment } from '../stage/make-repository.ts';
import { checkOut, makeHost, mergeForPull } from './make-clone.ts';

test('the commits after the good one come with author, date and subject, the oldest first', async () => {
  const { origin, commits } = makeHost();
  const repository = await openRepository(origin.root, cleanEnvironment);
  const found = await listBetween(repository, commits['left']!, commits['tip']!);
  expect(found.map(({ subject }) => subject)).toEqual([
    'main since 0',
    'main since 1',
    'main since 2',
  ]);
  expect(found.at(-1)).toMatchObject({ commit: commits['tip'], isMerge: false });
  expect(found[0]?.committedAtMs).toBeGreaterThan(0);
  expect(found[0]?.author).not.toBe('');
});

test('of a branch that was merged only the merge is listed', async () => {
  const host = makeHost();
  const merge = mergeForPull(host, host.commits['head']!);
  const repository = await openRepository(host.origin.root, cleanEnvironment);
  const found = await listBetween(repository, host.commits['tip']!, merge);
  expect(found).toMatchObject([{ commit: merge, isMerge: true }]);
});

test('two commits of which neither comes before the other are refused', async () => {
  const { origin, commits } = makeHost();
  const repository = await openRepository(origin.root, cleanEnvironment);
  const list = listBetween(repository, commits['head']!, commits['tip']!);
  await expect(list).rejects.toThrow(/does not come before[\s\S]*git merge-base/);
  const same = listBetween(repository, commits['tip']!, commits['tip']!);
  await expect(same).rejects.toThrow(/both revisions are/);
});

test('a clone that is cut between them is refused, with the way to mend it', async () => {
  const { origin, commits } = makeHost();
  const { root } = await checkOut(origin.root, 'refs/heads/main', ['--depth=2']);
  const repository = await openRepository(root, cleanEnvironment);
  const list = listBetween(repository, commits['left']!, commits['tip']!);
  await expect(list).rejects.toThrow('git fetch --unshallow');
});

test('what an author writes into a name or a subject cannot pass for another commit', async () => {
  const { origin, commits } = makeHost();
  const subject = `one\u001e${'f'.repeat(40)}\u001ftwo`;
  origin.git('commit', '--quiet', '--allow-empty', '--allow-empty-message', '-m', '');
  origin.git('commit', '--quiet', '--allow-empty', '-m', subject);
  const repository = await openRepository(origin.root, cleanEnvironment);
  const found = await listBetween(repository, commits['tip']!, origin.git('rev-parse', 'HEAD'));
  expect(found.map((one) => one.subject)).toEqual(['', subject]);
});
