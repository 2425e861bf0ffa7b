import { expect, test } from 'vitest';
import { describeApi } from '../../servers/github/api-description.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { listRequests, openSide } from './open-side.ts';

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

/** GitHub gives no content of such a file with its name. */
async function openWithLargeFile(size: number) {
  const opened = await openSide();
  const example = describeApi().example('content-file-response-if-content-is-a-file');
  const sha = 'ab'.repeat(20);
  opened.github.intercept = ({ path }) => {
    if (path.includes('/contents/')) {
      return { status: 200, body: { ...example, sha, encoding: 'none', content: '', size } };
    }
    if (!path.endsWith(`/git/blobs/${sha}`)) return undefined;
    const content = Buffer.from(`# größe\n${'#'.repeat(size)}`).toString('base64');
    const blob = { url: 'https://api.github.com/blob', node_id: 'B_1', sha, size };
    return { status: 200, body: { ...blob, content, encoding: 'base64' } };
  };
  return opened;
}

test('a file above 1 MiB is read by its blob id', async () => {
  const { side, repository } = await openWithLargeFile(3_000_000);
  const text = await side.readFile(repository, 'perigee.yml', 'main');
  expect(text?.length).toBe(3_000_008);
  expect(text?.startsWith('# größe\n')).toBe(true);
});

test('a file above 4 MiB is refused without being fetched', async () => {
  const { side, github, repository } = await openWithLargeFile(5_000_000);
  await expect(side.readFile(repository, 'perigee.yml', 'main')).rejects.toMatchObject({
    name: 'Refused',
    message: 'the file perigee.yml at main is larger than 4 MiB',
  });
  expect(listRequests(github).filter((line) => line.includes('/blobs/'))).toEqual([]);
});
