import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeApi } from '../../servers/github/api-description.ts';
import { pushCommit } from './fake/history.ts';
import * as tell from './fake/payloads.ts';
import { openPull, startRunFor } from './fake/people.ts';
import { addComment } from './fake/routes-of-issues.ts';
import { type FakeCheck, usualPermissions } from './fake/state.ts';
import { startFakeGithub } from './fake-github.ts';

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
