import { expect, test } from 'vitest';
import { openAppSide } from '../github/open-side.ts';
import { startEmulatedBotGithub } from './emulated-github.ts';

test('a push moves the head of its pull request, and the check of the old one does not count', async () => {
  const github = await startEmulatedBotGithub();
  const { url: apiUrl, appId, privateKey, repositoryId: id, installation } = github;
  const { number, head } = await github.openPull('faster');
  const side = openAppSide({ apiUrl, appId, privateKey });
  const address = { installation, owner: 'acme', name: 'sync', id };
  const passed = { status: 'completed', conclusion: 'success', externalId: 'x' } as const;
  const content = { ...passed, title: 't', summary: 's', annotations: [], buttons: [] };
  await side.writeCheck(address, head, content);
  const next = await github.pushTo(number);
  expect(next).not.toBe(head);
  expect(await side.readPullRequest(address, number)).toMatchObject({ head: next });
  expect(await side.findPullRequests(address, next)).toMatchObject([{ number }]);
  expect(await side.findPullRequests(address, head)).toEqual([]);
  const merge = () => github.tryAsOwner('PUT', `/repos/acme/sync/pulls/${number}/merge`, {});
  expect((await merge()).status).toBe(422);
  await side.writeCheck(address, next, content);
  expect((await merge()).status).toBe(200);
});

test('a branch that is moved, forced too, takes its pull request along: its own check alone lets it in', async () => {
  const github = await startEmulatedBotGithub();
  const { url: apiUrl, appId, privateKey, repositoryId: id, installation, state } = github;
  const { number, head } = await github.openPull('faster');
  const side = openAppSide({ apiUrl, appId, privateKey });
  const address = { installation, owner: 'acme', name: 'sync', id };
  const next = await github.commit('faster', 'faster.txt', '2');
  await github.push('faster', head, { force: true });
  expect(await side.readPullRequest(address, number)).toMatchObject({ head });
  await github.push('faster', next);
  expect(await side.readPullRequest(address, number)).toMatchObject({ head: next, isOpen: true });
  expect(await side.listOpenPullRequests(address)).toMatchObject([{ number, head: next }]);
  expect(await side.findPullRequests(address, head)).toEqual([]);
  expect(state.deliveries.map(({ event, action }) => [event, action])).toEqual([
    ['pull_request', 'synchronize'],
    ['pull_request', 'synchronize'],
  ]);

  const passed = { status: 'completed', conclusion: 'success', externalId: 'x' } as const;
  const content = { ...passed, title: 't', summary: 's', annotations: [], buttons: [] };
  await side.writeCheck(address, head, content);
  expect((await github.merge(number)).status).toBe(422);
  expect(await side.listOpenPullRequests(address)).toMatchObject([{ number }]);
  await side.writeCheck(address, next, content);
  expect((await github.merge(number)).status).toBe(200);
  expect(await side.readPullRequest(address, number)).toMatchObject({
    ...{ isOpen: false, isMerged: true },
  });
  expect(await side.readFile(address, 'faster.txt', 'main')).toBe('2');
});
