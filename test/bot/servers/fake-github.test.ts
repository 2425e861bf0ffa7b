import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeApi } from '../../servers/github/api-description.ts';
import { pushCommit } from './fake/history.ts';
import * as tell from './fake/payloads.ts';
import { openPull, startRunFor } from './fake/people.ts';
import { addComment } from './fake/routes-of-issues.ts';
import { type FakeRun, usualPermissions } from './fake/state.ts';
import { startFakeGithub } from './fake-github.ts';

test('every webhook that it can send is one of GitHub’s', async () => {
  const { state, repository } = await startFakeGithub();
  const before = repository.branches.get('main') ?? '';
  pushCommit(state, repository, 'faster');
  const pull = openPull(state, repository, 'faster');
  const run = startRunFor(state, repository, pull);
  const comment = addComment(state, repository, 1, { login: 'acme', body: '/perigee help' });
  const ended: FakeRun = { ...run, status: 'completed', conclusion: 'success' };
  const sent = [
    tell.tellPull(state, repository, pull, 'opened'),
    tell.tellPull(state, repository, pull, 'synchronize'),
    tell.tellRun(state, repository, run, 'requested'),
    tell.tellRun(state, repository, ended, 'completed'),
    tell.tellComment(state, repository, comment),
    tell.tellPush(repository, 'main', before, pull.head.commit),
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
