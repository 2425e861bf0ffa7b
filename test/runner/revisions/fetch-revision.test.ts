import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fetchRevision } from '../../../src/runner/revisions/fetch-revision.ts';
import { checkOut, makeHost } from './make-clone.ts';

test('a base may be a branch, a tag or a commit that the checkout does not have', async () => {
  const { origin, commits } = makeHost();
  origin.git('tag', '--annotate', '-m', 'one', 'v1', commits['first']!);
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  const named = async (name: string) => fetchRevision(checkout.remote, name);
  expect(await named('faster')).toEqual({ commit: commits['head'], label: 'faster' });
  expect(await named('v1')).toEqual({ commit: commits['first'], label: 'v1' });
  expect(await named(commits['left']!)).toMatchObject({ commit: commits['left'] });
  expect(await named('HEAD')).toEqual({ commit: commits['tip'], label: 'HEAD' });
});

test('a branch is taken as the remote has it, not as this clone remembers it', async () => {
  const { origin } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  checkout.git('branch', 'main', 'HEAD');
  const newest = origin.commit('main goes on');
  expect(await fetchRevision(checkout.remote, 'main')).toEqual({ commit: newest, label: 'main' });
});

test.each(['--upload-pack=touch pwned', '-x', '$(touch pwned)', 'a b', '', ':refs/heads/x'])(
  'the base %j is refused, and nothing is done with it',
  async (name) => {
    const { origin } = makeHost();
    const checkout = await checkOut(origin.root, 'refs/heads/main');
    await expect(fetchRevision(checkout.remote, name)).rejects.toThrow(/branch, a tag/);
    expect(existsSync(join(checkout.root, 'pwned'))).toBe(false);
  },
);

test('where the remote cannot be asked, an unknown base is told as such, and a known one as perhaps old', async () => {
  const { origin, commits } = makeHost();
  const checkout = await checkOut(origin.root, 'refs/heads/main');
  checkout.git('remote', 'set-url', 'origin', 'http://127.0.0.1:1/x.git');
  await expect(fetchRevision(checkout.remote, 'faster')).rejects.toThrow(
    /the base "faster" is not in this checkout, and origin could not be reached/,
  );
  checkout.git('branch', 'faster');
  const { commit } = await fetchRevision(checkout.remote, 'faster');
  expect(commit).toBe(commits['tip']);
  expect(checkout.said.at(-1)).toContain('which may be old');
});
