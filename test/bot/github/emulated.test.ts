import { expect, test } from 'vitest';
import { type EmulatedBotGithub, startEmulatedBotGithub } from '../servers/emulated-github.ts';
import { check, openAppSide } from './open-side.ts';

function open({ url: apiUrl, appId, privateKey, installation, repositoryId }: EmulatedBotGithub) {
  const side = openAppSide({ apiUrl, appId, privateKey });
  return { side, repository: { installation, owner: 'acme', name: 'sync', id: repositoryId } };
}

test('a pull request can be merged when its check has passed, and not before', async () => {
  const github = await startEmulatedBotGithub();
  const { side, repository } = open(github);
  const { number, head } = await github.openPull('faster');
  const merge = () => github.tryAsOwner('PUT', `/repos/acme/sync/pulls/${number}/merge`, {});
  expect((await merge()).status).toBe(422);
  const { conclusion: _conclusion, ...queued } = { ...check, status: 'queued' as const };
  const id = await side.writeCheck(repository, head, queued);
  expect((await merge()).status).toBe(422);
  await side.writeCheck(repository, head, { ...check, externalId: 'failed' }, id);
  expect((await merge()).status).toBe(422);
  const standing = await side.findCheck(repository, head);
  expect(standing).toMatchObject({ id, externalId: 'failed', conclusion: 'failure' });
  await side.writeCheck(repository, head, { ...check, conclusion: 'success' }, id);
  expect((await merge()).status).toBe(200);
  expect(await side.readPullRequest(repository, number)).toMatchObject({
    ...{ isOpen: false, isMerged: true },
  });
});

test('what the bot reads is read there too', async () => {
  const workflow = '.github/workflows/perigee.yml';
  const github = await startEmulatedBotGithub({ files: { [workflow]: 'name: größe' } });
  const { side, repository } = open(github);
  const { number, head } = await github.openPull('faster');
  const found = await side.findPullRequests(repository, head);
  expect(found).toMatchObject([{ number, head, fork: false, baseBranch: 'main', isOpen: true }]);
  expect(await side.listOpenPullRequests(repository)).toMatchObject([{ number, head }]);
  expect(await side.readFile(repository, workflow, 'main')).toBe('name: größe');
  expect(await side.readFile(repository, 'faster.txt', head)).toBe('1');
  expect(await side.readFile(repository, 'faster.txt', 'main')).toBeUndefined();
  const base = found[0]?.base ?? '';
  expect(await side.findMergeBase(repository, base, head)).toBe(base);
  expect(await side.findFirstParent(repository, head)).toBe(base);
  expect(await side.defaultBranch(repository)).toBe('main');
  expect(await side.readPermission(repository, 'acme')).toBe('admin');
  expect(await side.readPermission(repository, 'mallory')).toBe('none');
  expect(await side.readRequirement(repository, 'main')).toBe('required');
  expect(await side.slug()).toBe('perigee-gate');
});
