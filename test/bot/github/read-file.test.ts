import { expect, test } from 'vitest';
import { describeApi } from '../../action/servers/api-description.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { openSide } from './open-side.ts';

test('a file is read at a branch and at a commit, in folders and in UTF-8', async () => {
  const { side, state, fake, repository } = await openSide();
  const path = '.github/workflows/perigee.yml';
  const old = pushCommit(state, fake, 'main', { files: { [path]: 'name: größe' } });
  pushCommit(state, fake, 'main', { files: { [path]: 'name: two' } });
  expect(await side.readFile(repository, path, 'main')).toBe('name: two');
  expect(await side.readFile(repository, path, old)).toBe('name: größe');
  expect(await side.readFile(repository, 'perigee.yml', 'main')).toBeUndefined();
  expect(await side.readFile(repository, '.github', 'main')).toBeUndefined();
  expect(await side.readFile(repository, path, '0'.repeat(40))).toBeUndefined();
});

test('no path leads to another place of the API', async () => {
  const { side, github, repository } = await openSide();
  for (const path of ['..', 'a/../b', './a', '/a', 'a//b', '']) {
    expect(await side.readFile(repository, path, 'main')).toBeUndefined();
  }
  expect(github.requests).toEqual([]);
});

test('a file above 1 MiB, of which GitHub gives no content, is refused', async () => {
  const { side, github, repository } = await openSide();
  const example = describeApi().example('content-file-response-if-content-is-a-file');
  github.intercept = ({ path }) =>
    path.includes('/contents/')
      ? { status: 200, body: { ...example, encoding: 'none', content: '', size: 2_000_000 } }
      : undefined;
  await expect(side.readFile(repository, 'perigee.yml', 'main')).rejects.toMatchObject({
    name: 'GithubRefused',
    message: 'the file perigee.yml at main is larger than 1 MiB',
  });
});
