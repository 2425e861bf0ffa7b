import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { webhooksPath } from '../../../bot/src/deliveries/open-door.ts';
import { root } from '../../../scripts/checks/tracked-files.ts';
import { findFreePorts } from '../../servers/free-ports.ts';
import { type RunningService, startService } from '../../service/start-service.ts';
import { type EmulatedBotGithub, startEmulatedBotGithub } from '../servers/emulated-github.ts';
import { fork } from '../servers/fake/history.ts';
import { type PlayedActions, playActions } from './play-actions.ts';
import { pushObjects } from './push-objects.ts';
import { type StagedExample, stageExample } from './stage-example.ts';

const slug = 'acme/sync';
const secret = 'signed-with-this';
const program = [join(root, 'bin/perigee.mjs'), 'serve'];

export interface World {
  github: EmulatedBotGithub;
  actions: PlayedActions;
  /** Folder of the services. */
  data: string;
  /** Opens a pull request of a branch of the example. @param ofFork it comes from mallory's fork */
  open(branch: string, options?: { ofFork?: boolean }): Promise<{ number: number; head: string }>;
  /** Ends the services as an operator does. @returns their exit codes */
  stop(): Promise<(number | null)[]>;
}

/**
 * The example on a GitHub that requires the check, and the built service, which gets the webhooks of the app.
 * @param roles one process for each; the first takes the webhooks
 * @param environment of all of them
 */
export async function openWorld(
  roles: readonly string[] = ['all'],
  environment: Readonly<Record<string, string>> = {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-end-to-end-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [port = 0] = await findFreePorts(1);
  const listen = `127.0.0.1:${port}`;
  const webhook = { url: `http://${listen}${webhooksPath}`, secret };
  const github = await startEmulatedBotGithub({ webhook });
  const example = stageExample(folder);
  await pushMain(github, example);
  const data = join(folder, 'data');
  const keyFile = join(folder, 'key.pem');
  writeFileSync(keyFile, github.privateKey);
  const services: RunningService[] = [];
  onTestFinished(async () => {
    for (const service of services) await service.kill();
  });
  for (const role of roles) {
    const own = {
      ...{ PERIGEE_DATA: data, PERIGEE_BOT_APP_ID: String(github.appId) },
      ...{ PERIGEE_BOT_PRIVATE_KEY_FILE: keyFile, PERIGEE_BOT_WEBHOOK_SECRET: secret },
      ...{ PERIGEE_BOT_API_URL: github.url, PERIGEE_PUBLIC_URL: `http://${listen}` },
      ...(services.length === 0 ? { PERIGEE_LISTEN: listen } : {}),
    };
    const options = { program: [...program, '--role', role] };
    services.push(await startService({ ...own, ...environment }, options));
  }
  return {
    ...{ github, data, actions: playActions(github, example, folder) },
    open: (branch, { ofFork = false } = {}) =>
      ofFork ? openFromFork(github, example, branch) : openBranch(github, example, branch),
    stop: async () => {
      const codes = await Promise.all(services.map((service) => service.stop()));
      const errors = services.flatMap(({ lines }) =>
        lines.filter(({ level }) => level === 'error'),
      );
      expect(errors).toEqual([]);
      return codes;
    },
  };
}

/** The repository begins with a commit of its own: its branch is moved, and protected again. */
async function pushMain(github: EmulatedBotGithub, example: StagedExample): Promise<void> {
  const protection = `/repos/${slug}/branches/main/protection`;
  await github.asOwner('DELETE', protection);
  await pushObjects(github.asOwner, slug, example, ['main']);
  const sha = example.git('rev-parse', 'main');
  await github.asOwner('PATCH', `/repos/${slug}/git/refs/heads/main`, { sha, force: true });
  await github.asOwner('PUT', protection, {
    required_status_checks: { strict: false, contexts: ['perigee'] },
    ...{ enforce_admins: true, required_pull_request_reviews: null, restrictions: null },
  });
}

async function openBranch(github: EmulatedBotGithub, example: StagedExample, branch: string) {
  await pushObjects(github.asWriter, slug, example, [branch, '^main']);
  const head = example.git('rev-parse', branch);
  const ref = { ref: `refs/heads/${branch}`, sha: head };
  await github.asWriter('POST', `/repos/${slug}/git/refs`, ref);
  const pull = { title: branch, head: branch, base: 'main' };
  const made = await github.asWriter('POST', `/repos/${slug}/pulls`, pull);
  return { number: Number(made['number']), head };
}

async function openFromFork(github: EmulatedBotGithub, example: StagedExample, branch: string) {
  const asStranger: EmulatedBotGithub['asOwner'] = async (method, path, body) => {
    const answer = await github.tryAsStranger(method, path, body);
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.body;
  };
  const made = await asStranger('POST', `/repos/${slug}/forks`, {});
  const mirror = fork(github.state, github.repository, 'mallory');
  mirror.id = Number(made['id']);
  await pushObjects(asStranger, 'mallory/sync', example, [branch]);
  const head = example.git('rev-parse', branch);
  const ref = { ref: `refs/heads/${branch}`, sha: head };
  await asStranger('POST', '/repos/mallory/sync/git/refs', ref);
  // GitHub keeps the commits of all forks together: a pull request brings them to where it is opened.
  await pushObjects(github.asOwner, slug, example, [branch, '^main']);
  const pull = { title: branch, head: `mallory:${branch}`, base: 'main' };
  const opened = await asStranger('POST', `/repos/${slug}/pulls`, pull);
  return { number: Number(opened['number']), head };
}
