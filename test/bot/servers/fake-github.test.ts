import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openGithubRestSource } from '../../../src/transport/artifacts/github-rest.ts';
import { openGithubFacts } from '../../../src/transport/github/facts.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import { describeApi } from '../../servers/github/api-description.ts';
import { makeZip } from '../../transport/artifacts/make-zip.ts';
import { deliver } from './fake/deliver.ts';
import { fork, pushCommit } from './fake/history.ts';
import { listen } from '../../servers/listen.ts';
import * as tell from './fake/payloads.ts';
import { finishRun, openPull, startRunFor, storeArtifact } from './fake/people.ts';
import { addComment } from './fake/routes-of-issues.ts';
import { type FakeCheck, usualPermissions } from './fake/state.ts';
import { startFakeGithub } from './fake-github.ts';

test('the stages that read facts and artifacts of builds are served by the same GitHub', async () => {
  const github = await startFakeGithub();
  const { state, repository } = github;
  const theirs = fork(state, repository, 'mallory');
  const head = pushCommit(state, theirs, 'faster', { files: { 'a.txt': '1' } });
  const run = startRunFor(
    state,
    repository,
    openPull(state, repository, 'faster', { from: theirs }),
  );
  const zip = makeZip([{ name: 'run-record.json', content: Buffer.from('{}') }]);
  storeArtifact(state, repository, run, 'perigee-sync-shard-1-of-1-attempt-1', zip);
  finishRun(repository, run);
  const credentials = { appId: String(github.appId), privateKey: github.privateKey };
  const client = openGithub({ apiUrl: github.url, credentials });
  const ci = openGithubFacts({ client, releaseBranches: [] });
  const { signal } = new AbortController();
  const runId = String(run.id);
  const facts = await ci.findFacts({ repository: 'acme/sync', runId }, signal);
  expect(facts).toMatchObject({ commit: head, pullRequest: 1, targetBranch: 'main', fork: true });
  const source = openGithubRestSource({
    budget: createBudget(artifactLimits.maxBytes),
    client,
    repository: 'acme/sync',
    runId,
    signal,
  });
  const [stored] = await source.list();
  expect(stored?.name).toBe('perigee-sync-shard-1-of-1-attempt-1');
  const files = await source.read(stored!, ['run-record.json']);
  expect(files.get('run-record.json')?.toString()).toBe('{}');
  expect(github.storageRequests).toHaveLength(1);
});

test('a webhook arrives signed, and one that failed is in the list of deliveries', async () => {
  const github = await startFakeGithub();
  const { state, repository } = github;
  const got: unknown[] = [];
  const app = await listen((request) => {
    got.push([request.headers['x-github-event'], request.headers['x-hub-signature-256']]);
    return Promise.resolve({ status: 500 });
  });
  state.webhook = { url: app.url, secret: 'secret' };
  pushCommit(state, repository, 'faster');
  const pull = openPull(state, repository, 'faster');
  await deliver(state, tell.tellPull(state, repository, pull, 'opened'));
  await app.close();
  expect(got).toEqual([['pull_request', expect.stringMatching(/^sha256=[0-9a-f]{64}$/)]]);
  expect(state.deliveries).toMatchObject([{ statusCode: 500, installationId: 77 }]);
});

test('every webhook that it can send is one of GitHub’s', async () => {
  const { state, repository } = await startFakeGithub();
  const before = repository.branches.get('main') ?? '';
  pushCommit(state, repository, 'faster');
  const pull = openPull(state, repository, 'faster');
  const run = startRunFor(state, repository, pull);
  const comment = addComment(state, repository, 1, { login: 'acme', body: '/perigee help' });
  const check: FakeCheck = {
    ...{ id: 1, name: 'perigee', head: pull.head.commit, appId: 4711, conclusion: 'failure' },
    ...{ status: 'completed', externalId: 'x', detailsUrl: '', title: 't', summary: 's' },
    ...{ text: null, annotations: [], actions: [], writtenAtMs: [0] },
  };
  const group = { head: pull.head.commit, base: before, branch: 'main', number: 1 };
  const sent = [
    ...(['opened', 'synchronize', 'reopened', 'closed'] as const).map((action) =>
      tell.tellPull(state, repository, pull, action),
    ),
    tell.tellPull(state, repository, pull, 'edited', { changes: { base: baseChange(before) } }),
    tell.tellRun(state, repository, run, 'requested'),
    tell.tellRun(
      state,
      repository,
      { ...run, status: 'completed', conclusion: 'success' },
      'completed',
    ),
    ...(['created', 'edited', 'deleted'] as const).map((action) =>
      tell.tellComment(state, repository, comment, action),
    ),
    tell.tellButton(state, repository, check, 'acme', 'accept'),
    tell.tellButton(state, repository, check, 'acme'),
    tell.tellPush(repository, 'main', before, pull.head.commit),
    tell.tellMergeGroup(state, repository, group, 'checks_requested'),
    tell.tellMergeGroup(state, repository, group, 'destroyed'),
  ];
  const faults = sent.flatMap(({ event, payload }) => {
    const { action } = payload;
    const name = typeof action === 'string' ? `${event}-${action}` : event;
    return describeApi().judgeWebhook(name.replaceAll('_', '-'), payload);
  });
  expect(faults).toEqual([]);
});

test('the app is installed there with no more rights than it asks for', () => {
  const app = parse(readFileSync('bot/app.yml', 'utf8')) as Record<string, unknown>;
  expect(app['default_permissions']).toEqual(usualPermissions);
});

function baseChange(sha: string): object {
  return { ref: { from: 'release' }, sha: { from: sha } };
}
