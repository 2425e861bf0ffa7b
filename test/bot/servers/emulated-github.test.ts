import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { expect, test } from 'vitest';
import { openAppSide } from '../github/open-side.ts';
import { openGithubRestSource } from '../../../src/transport/artifacts/github-rest.ts';
import { openGithubFacts } from '../../../src/transport/github/facts.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import { makeZip } from '../../transport/artifacts/make-zip.ts';
import { startEmulatedBotGithub } from './emulated-github.ts';
import { finishRun, startRunFor, storeArtifact } from './fake/people.ts';

test('what the emulator lacks is there beside it, with the same pull requests and tokens', async () => {
  const github = await startEmulatedBotGithub();
  const { state, repository, url: apiUrl, appId, privateKey } = github;
  const { number, head } = await github.openPull('faster');
  await github.sync();
  const [pull] = repository.pulls;
  const run = startRunFor(state, repository, pull!);
  const zip = makeZip([{ name: 'run-record.json', content: Buffer.from('{}') }]);
  storeArtifact(state, repository, run, 'perigee-sync-shard-1-of-1-attempt-1', zip);
  finishRun(repository, run);

  const side = openAppSide({ apiUrl, appId, privateKey });
  const [address] = await side.listRepositories();
  expect(address).toEqual({ installation: 77, owner: 'acme', name: 'sync', id: repository.id });
  expect(await side.listWorkflowRuns(address!, head)).toMatchObject([{ id: run.id, head }]);
  expect(await side.findPullRequests(address!, head)).toMatchObject([{ number }]);
  expect(await side.listChangedFiles(address!, number)).toEqual(['faster.txt']);
  expect(await side.readRequirement(address!, 'main')).toBe('required');
  expect(await side.redeliverMissed(0)).toBe(0);
  const [job] = await side.listJobs(address!, run.id);
  await side.rerunJob(address!, job!.id);
  expect(run.attempt).toBe(2);

  const credentials = { appId: String(appId), privateKey };
  const client = openGithub({ apiUrl, credentials });
  const ci = openGithubFacts({ client, releaseBranches: [] });
  const { signal } = new AbortController();
  const runId = String(run.id);
  const facts = await ci.findFacts({ repository: 'acme/sync', runId }, signal);
  expect(facts).toMatchObject({ commit: head, pullRequest: number, fork: false });
  const source = openGithubRestSource({
    budget: createBudget(artifactLimits.maxBytes),
    client,
    repository: 'acme/sync',
    runId,
    signal,
  });
  const [stored] = await source.list();
  const files = await source.read(stored!, ['run-record.json']);
  expect(files.get('run-record.json')?.toString()).toBe('{}');
});

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

test('a pull request is known at every moment, also while all of them are read anew', async () => {
  const github = await startEmulatedBotGithub();
  await github.openPull('faster');
  await github.sync();
  const seen = new Set<number>();
  const looking = setInterval(() => seen.add(github.repository.pulls.length), 0);
  await Promise.all(Array.from({ length: 5 }, () => github.sync()));
  for (let count = 0; count < 5; count += 1) await github.sync();
  clearInterval(looking);
  expect([...seen]).toEqual([1]);
});
