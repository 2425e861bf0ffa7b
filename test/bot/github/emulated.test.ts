import { expect, test } from 'vitest';
import { showMarker } from '../../../src/report/markdown-text.ts';
import { listen } from '../../servers/listen.ts';
import { type EmulatedBotGithub, startEmulatedBotGithub } from '../servers/emulated-github.ts';
import { check, openAppSide } from './open-side.ts';

const marker = showMarker('perigee');

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

test('the comment is found by its marker and its author, and edited', async () => {
  const github = await startEmulatedBotGithub();
  const { side, repository } = open(github);
  const { number } = await github.openPull('faster');
  const path = `/repos/acme/sync/issues/${number}/comments`;
  await github.asOwner('POST', path, { body: `${marker}\nPlanted.` });
  await side.writeComment(repository, number, 'Nothing yet.');
  await side.writeComment(repository, number, 'Slower.');
  await side.reply(repository, number, '12', 'You may not.');
  await side.reply(repository, number, '12', 'You may not.');
  expect(Object.values(await github.asOwner('GET', path))).toMatchObject([
    { user: { login: 'acme' }, body: `${marker}\nPlanted.` },
    { user: { login: 'perigee-gate[bot]' }, body: `${marker}\nSlower.` },
    { user: { login: 'perigee-gate[bot]' }, body: expect.stringContaining('You may not.') },
  ]);
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

test('an issue is opened, found and closed', async () => {
  const github = await startEmulatedBotGithub();
  const { side, repository } = open(github);
  const issue = { marker: 'perigee:culprit:abc', title: 'upload is slower', body: 'Since abc.' };
  const number = await side.writeIssue(repository, { ...issue, isOpen: true });
  expect(await side.findIssue(repository, issue.marker)).toMatchObject({ number, isOpen: true });
  await side.writeIssue(repository, { ...issue, number, isOpen: false });
  expect(await side.findIssue(repository, issue.marker)).toMatchObject({ number, isOpen: false });
});

test('its webhooks reach the app, signed', async () => {
  const got: Record<string, unknown>[] = [];
  const app = await listen((request) => {
    got.push({ ...request.headers });
    return Promise.resolve({ status: 200 });
  });
  const github = await startEmulatedBotGithub({ webhook: { url: app.url, secret: 'secret' } });
  await github.openPull('faster');
  await expect
    .poll(() => got.map((headers) => headers['x-github-event']))
    .toContain('pull_request');
  expect(got[0]?.['x-hub-signature-256']).toMatch(/^sha256=[0-9a-f]{64}$/);
  await app.close();
});
