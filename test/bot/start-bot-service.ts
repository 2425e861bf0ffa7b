import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { webhooksPath } from '../../bot/src/deliveries/open-webhooks.ts';
import { findService } from '../servers/built-or-source.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { deliver } from './servers/fake/deliver.ts';
import { moveBranch, pushCommit } from './servers/fake/history.ts';
import { tellPull } from './servers/fake/payloads.ts';
import { openPull } from './servers/fake/people.ts';
import type { FakeCheck, FakePull } from './servers/fake/state.ts';
import { startFakeGithub } from './servers/fake-github.ts';

export const webhookSecret = 'signed-with-this';

const suite = `version: 1
suite: sync
tests:
  - name: upload
    command: [node, upload.mjs]
`;

/** A GitHub with a repository that is set up, and services of the bot in processes of their own. */
export async function startBotWorld() {
  const github = await startFakeGithub();
  const { state, repository } = github;
  pushCommit(state, repository, 'main', { files: { 'perigee.yml': suite } });
  const data = mkdtempSync(join(tmpdir(), 'perigee-bot-'));
  const keyFile = join(data, 'key.pem');
  writeFileSync(keyFile, github.privateKey);
  const services: RunningService[] = [];
  onTestFinished(async () => {
    for (const service of services) await service.kill();
    rmSync(data, { recursive: true, force: true });
  });
  const environment = {
    ...{ PERIGEE_DATA: data, PERIGEE_BOT_APP_ID: String(github.appId) },
    ...{ PERIGEE_BOT_PRIVATE_KEY_FILE: keyFile, PERIGEE_BOT_WEBHOOK_SECRET: webhookSecret },
    ...{ PERIGEE_BOT_API_URL: github.url, PERIGEE_PUBLIC_URL: 'https://perigee.example.com' },
  };
  return {
    ...{ github, state, repository, environment },
    start: async (role = 'all', more: Record<string, string> = {}): Promise<RunningService> => {
      const program = [findService(), '--role', role];
      const service = await startService({ ...environment, ...more }, { program });
      services.push(service);
      return service;
    },
    /** The webhooks of the app go to this service. */
    pointAt: ({ url }: RunningService): void => {
      state.webhook = { url: `${url}${webhooksPath}`, secret: webhookSecret };
    },
    open: (branch: string): FakePull => {
      pushCommit(state, repository, branch, { files: { 'a.txt': branch } });
      return openPull(state, repository, branch);
    },
    tell: (pull: FakePull, action: 'opened' | 'synchronize') =>
      deliver(state, tellPull(state, repository, pull, action)),
    push: (pull: FakePull): void => {
      const commit = pushCommit(state, repository, pull.head.branch, { files: { 'a.txt': 'b' } });
      moveBranch(state, repository, pull.head.branch, commit);
    },
    findCheck: (pull: FakePull): FakeCheck | undefined =>
      repository.checks.find(({ name, head }) => name === 'perigee' && head === pull.head.commit),
  };
}
