import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { webhooksPath } from '../../bot/src/deliveries/open-webhooks.ts';
import { findService } from '../servers/built-or-source.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { writeSuite } from './reconcile/measurements.ts';
import { checkOf, readOwnComments } from './servers/act-on-github.ts';
import { deliver } from './servers/fake/deliver.ts';
import { pushCommit } from './servers/fake/history.ts';
import { tellComment, tellPull } from './servers/fake/payloads.ts';
import { openPull } from './servers/fake/people.ts';
import { addComment } from './servers/fake/routes-of-issues.ts';
import type { FakePull } from './servers/fake/state.ts';
import { startFakeGithub } from './servers/fake-github.ts';

export const webhookSecret = 'signed-with-this';

/** A GitHub with a repository that is set up, and services of the bot in processes of their own. */
export async function startBotWorld(suite = writeSuite()) {
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
  const findCheck = ({ head }: FakePull) => checkOf({ repository }, head.commit);
  return {
    ...{ github, state, repository, environment, services },
    start: async (
      role = 'all',
      more: Record<string, string> = {},
      program: readonly string[] = [findService()],
    ): Promise<RunningService> => {
      const options = { program: [...program, '--role', role] };
      const service = await startService({ ...environment, ...more }, options);
      services.push(service);
      return service;
    },
    /** Ends all services as an operator does. @returns their exit codes */
    stop: async () => {
      const codes = await Promise.all(services.map((service) => service.stop()));
      const lines = services.flatMap((service) => service.lines);
      expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
      return codes;
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
    /** Somebody writes below a pull request. */
    say: async ({ number }: FakePull, login: string, body: string): Promise<void> => {
      const comment = addComment(state, repository, number, { login, body });
      const { statusCode } = await deliver(state, tellComment(state, repository, comment));
      expect(statusCode).toBe(200);
    },
    findCheck,
    /** What people see of the newest check of a pull request. */
    readCheck: (pull: FakePull) => {
      const { conclusion, status, title } = findCheck(pull) ?? {};
      return { status, conclusion, title };
    },
    /** Its one comment below a pull request, and its answers. */
    readComments: ({ number }: FakePull) => {
      const { answers, reports } = readOwnComments({ repository }, number);
      expect(reports.length).toBeLessThan(2);
      return { report: reports[0] ?? '', answers };
    },
  };
}

export type BotWorld = Awaited<ReturnType<typeof startBotWorld>>;
