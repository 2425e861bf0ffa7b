import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  type AppGithub,
  makeInstallation,
  startAppGithub,
  allRights,
  environmentOf,
} from './app-github.ts';
import { startPerigee } from './start-perigee.ts';
import { makeFolder } from '../../make-folder.ts';

let folder: string;

beforeEach(() => (folder = makeFolder()));

/** Runs `perigee bot setup --from-environment`. */
function checkEnvironment(github: AppGithub, key: string) {
  writeFileSync(join(folder, 'key.pem'), key);
  const args = ['bot', 'setup', '--from-environment'];
  return startPerigee(folder, args, environmentOf(github)).ended;
}

test('an app that is there is tested as it stands in the environment', async () => {
  const github = await startAppGithub();
  const key = github.register(allRights);
  github.hook = { ...github.hook, url: 'https://perigee.example.com/api/github/webhooks' };
  github.installations.push(makeInstallation('acme', allRights));
  const { status, stdout, stderr } = await checkEnvironment(github, key);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/✓ it asks for all that is needed\n/);
  expect(stdout).toMatch(/✓ installed for acme\n$/);
});

test('what is missing is named, with where to change it, and the newest delivery that failed', async () => {
  const github = await startAppGithub();
  const permissions = { ...allRights.permissions, checks: 'read' };
  const key = github.register({ permissions, events: ['push'] });
  const delivery = { id: 1, guid: 'a', redelivery: false, duration: 0.2, event: 'push' };
  github.deliveries.push({
    ...{ ...delivery, action: null, installation_id: 1, repository_id: 1, status: 'Bad Request' },
    ...{ status_code: 400, delivered_at: '2026-11-21T10:00:00Z' },
  });
  const { status, stdout } = await checkEnvironment(github, key);
  expect(status).toBe(2);
  expect(stdout).toContain('permission checks: write (it has read), to set its check');
  expect(stdout).toContain('event pull_request, for new and changed pull requests');
  expect(stdout).not.toContain('event push,');
  expect(stdout).toContain(`change that at ${github.url}/settings/apps/perigee-acme/permissions`);
  expect(stdout).toContain('✗ it has no webhook');
  expect(stdout).toContain('✗ it is installed nowhere');
  expect(stdout).toContain('the newest (push, 2026-11-21T10:00:00Z) was answered with 400');
});

test('every installation is looked at, however many pages they fill', async () => {
  const github = await startAppGithub();
  const key = github.register(allRights);
  github.hook = { ...github.hook, url: 'https://perigee.example.com/api/github/webhooks' };
  for (let number = 1; number <= 101; number++) {
    const permissions =
      number === 101 ? { ...allRights.permissions, contents: undefined } : undefined;
    const rights = permissions === undefined ? allRights : { ...allRights, permissions };
    github.installations.push(makeInstallation(`team-${number}`, rights));
  }
  const { status, stdout } = await checkEnvironment(github, key);
  expect(status).toBe(2);
  expect(stdout).toContain('✓ installed for team-100\n');
  expect(stdout).toContain('✗ installed for team-101, with less than is needed\n');
});

test('a key of another app is refused by GitHub, and told without the key', async () => {
  const github = await startAppGithub();
  const stale = github.register(allRights);
  github.register(allRights);
  const { status, stderr } = await checkEnvironment(github, stale);
  expect(status).toBe(2);
  expect(stderr).toContain('GitHub said 401: the key does not belong to app 4711');
  expect(stderr).not.toMatch(/PRIVATE KEY|very-secret|\n +at /);
});

test('a GitHub that does not answer is no fault of the app', async () => {
  const github = await startAppGithub();
  const key = github.register(allRights);
  const { status, stderr } = await checkEnvironment({ ...github, url: 'http://127.0.0.1:9' }, key);
  expect(status).toBe(3);
  // Port 9 is one of those that fetch refuses.
  expect(stderr).toContain('GitHub did not answer: bad port');
});

test('without a bot the check says how to get one', async () => {
  const { status, stderr } = await startPerigee(folder, ['bot', 'check']).ended;
  expect(status).toBe(2);
  expect(stderr).toContain('no bot is set up');
  expect(stderr).toContain('perigee bot setup');
});

test('without an app in the environment it is said that the file was not read', async () => {
  writeFileSync(join(folder, 'perigee-service.yml'), 'version: 1\nbot: { appId: 1 }\n');
  const { status, stderr } = await startPerigee(folder, ['bot', 'setup', '--from-environment'])
    .ended;
  expect(status).toBe(2);
  expect(stderr).toContain('--from-environment reads no file');
  expect(stderr).toContain('perigee bot check');
});

test.each([
  ['half a bot', { PERIGEE_BOT_APP_ID: '4711' }, '', /PERIGEE_BOT_APP_ID: "privateKey" is missing/],
  ['an id that is a name', { PERIGEE_BOT_APP_ID: 'x' }, '', /PERIGEE_BOT_APP_ID: "x"/],
  ['a file with a mistake', {}, 'version: 1\nbotx: {}\n', /perigee-service.yml:2:1: "botx"/],
])('%s is told as a mistake, and not as a defect of Perigee', async (_, variables, text, words) => {
  const file = join(folder, 'perigee-service.yml');
  if (text !== '') writeFileSync(file, text);
  const asked = text === '' ? [] : ['--config', file];
  const run = startPerigee(folder, ['bot', 'check', ...asked], variables);
  const { status, stderr } = await run.ended;
  expect(status).toBe(2);
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/\n +at |defect/);
});
