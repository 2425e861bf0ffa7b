import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { makeInstallation, startAppGithub } from './app-github.ts';
import { setUp } from './press-button.ts';
import { startPerigee } from './start-perigee.ts';
import { makeFolder } from '../../make-folder.ts';

let folder: string;

beforeEach(() => (folder = makeFolder()));

const webhooks = ['--webhook-url', 'https://perigee.example.com'];

test('setup makes an app on GitHub, keeps its secrets for its owner alone, and the service finds them', async () => {
  const github = await startAppGithub();
  const { status, stdout, stderr, page } = await setUp(
    folder,
    github,
    ...webhooks,
    '--org',
    'acme',
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(github.posted).toHaveLength(1);
  expect(github.posted[0]).toMatchObject({
    path: '/organizations/acme/settings/apps/new',
    manifest: { hook_attributes: { url: 'https://perigee.example.com/api/github/webhooks' } },
  });
  expect(page).toContain('/github-apps/perigee-acme/installations/new');
  expect(stdout).toContain('wrote the section `bot` into perigee-service.yml');
  expect(stdout).toContain('/github-apps/perigee-acme/installations/new');
  expect(stdout).toMatch(/4\. In a repository that does not measure yet: .* init --bot\n/);
  for (const name of ['bot-private-key.pem', 'bot-webhook-secret']) {
    expect(statSync(join(folder, 'perigee-data', name)).mode & 0o777, name).toBe(0o600);
  }
  const { bot } = readSettingsIn(folder);
  expect(bot).toMatchObject({
    ...{ appId: 4711, webhookSecret: 'hush', apiUrl: `${github.url}/api/v3` },
    publicUrl: 'https://perigee.example.com',
  });
  expect(stdout + stderr).not.toMatch(/hush|PRIVATE KEY-/);
});

test('what setup made passes the check, once it is installed', async () => {
  const github = await startAppGithub();
  await setUp(folder, github, ...webhooks);
  const before = await startPerigee(folder, ['bot', 'check']).ended;
  expect(before.status).toBe(2);
  expect(before.stdout).toContain('✗ it is installed nowhere');
  const { permissions, events } = github.app ?? {};
  github.installations.push(makeInstallation('acme', { permissions, events }));
  const after = await startPerigee(folder, ['bot', 'check']).ended;
  expect(after).toMatchObject({ status: 0, stderr: '' });
  expect(after.stdout).toContain('✓ installed for acme');
});

test('settings that are there stay as they are, comments too', async () => {
  const text = '# ours\nversion: 1\nlisten: 0.0.0.0:9464 # everywhere\ndata: kept\n';
  writeFileSync(join(folder, 'perigee-service.yml'), text);
  const { status } = await setUp(folder, await startAppGithub(), ...webhooks);
  expect(status).toBe(0);
  const written = readFileSync(join(folder, 'perigee-service.yml'), 'utf8');
  expect(written.startsWith(text)).toBe(true);
  expect(readSettingsIn(folder)).toMatchObject({ listen: { port: 9464 }, bot: { appId: 4711 } });
  expect(existsSync(join(folder, 'kept', 'bot-private-key.pem'))).toBe(true);
});

test('with --print the settings are left alone, and the environment is shown', async () => {
  const { stdout } = await setUp(
    folder,
    await startAppGithub(),
    ...webhooks,
    '--print',
    '--data',
    'here',
  );
  expect(stdout).toContain('  PERIGEE_BOT_APP_ID=4711\n');
  expect(stdout).toContain('  PERIGEE_BOT_PRIVATE_KEY_FILE=here/bot-private-key.pem\n');
  expect(existsSync(join(folder, 'perigee-service.yml'))).toBe(false);
});

test('a bot that is there is not replaced, and nothing is made on GitHub', async () => {
  const github = await startAppGithub();
  await setUp(folder, github, ...webhooks);
  const key = readFileSync(join(folder, 'perigee-data', 'bot-private-key.pem'), 'utf8');
  const args = ['bot', 'setup', '--host', github.url, ...webhooks];
  const again = await startPerigee(folder, args).ended;
  expect(again).toMatchObject({ status: 2, stdout: '' });
  expect(again.stderr).toContain('is there already');
  const elsewhere = await startPerigee(folder, [...args, '--data', 'other']).ended;
  expect(elsewhere).toMatchObject({ status: 2, stdout: '' });
  expect(elsewhere.stderr).toContain('it has a section `bot` already');
  expect(readFileSync(join(folder, 'perigee-data', 'bot-private-key.pem'), 'utf8')).toBe(key);
  expect(github.posted).toHaveLength(1);
});

test('a code that GitHub does not know ends the setup, and leaves nothing behind', async () => {
  const github = await startAppGithub();
  const perigee = startPerigee(folder, ['bot', 'setup', '--host', github.url, ...webhooks]);
  const [page = ''] = await perigee.find(/http:\/\/127\.0\.0\.1:\d+\//);
  const state = /state=([\w-]+)/.exec(await (await fetch(page)).text())?.[1] ?? '';
  const answer = await fetch(`${page}made?code=stale&state=${state}`);
  expect(answer.status).toBe(502);
  const { status, stderr } = await perigee.ended;
  expect(status).toBe(3);
  expect(stderr).toContain('GitHub said 404: the code is unknown or has expired');
  expect(existsSync(join(folder, 'perigee-data', 'bot-private-key.pem'))).toBe(false);
  expect(existsSync(join(folder, 'perigee-service.yml'))).toBe(false);
});

/** As the service reads them when it is started in that folder. */
function readSettingsIn(place: string) {
  const home = process.cwd();
  try {
    process.chdir(place);
    return readSettings(undefined, {});
  } finally {
    process.chdir(home);
  }
}
