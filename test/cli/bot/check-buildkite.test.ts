import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type FakeBuildkite, startFakeBuildkite } from '../../servers/ci/fake-buildkite.ts';
import { environmentOf, makeInstallation, startAppGithub, allRights } from './app-github.ts';
import { startPerigee } from './start-perigee.ts';
import { makeFolder } from '../../make-folder.ts';

let folder: string;

beforeEach(() => (folder = makeFolder()));

/** Runs `perigee bot check` with an app that has all it needs. */
async function check(
  { url: apiUrl, token }: Pick<FakeBuildkite, 'url' | 'token'>,
  changes: Record<string, string> = {},
) {
  const github = await startAppGithub();
  writeFileSync(join(folder, 'key.pem'), github.register(allRights));
  github.hook = { ...github.hook, url: 'https://perigee.example.com/api/github/webhooks' };
  github.installations.push(makeInstallation('acme', allRights));
  const environment = {
    ...environmentOf(github),
    PERIGEE_BUILDKITE_API_URL: apiUrl,
    PERIGEE_BUILDKITE_TOKEN: token,
    ...changes,
  };
  return startPerigee(folder, ['bot', 'check'], environment).ended;
}

test('a token that may read builds and retry jobs is right', async () => {
  const buildkite = await startFakeBuildkite();
  const { status, stdout, stderr } = await check(buildkite);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /Buildkite: http:\/\/127.0.0.1:\d+\n {2}✓ its token may read builds, pipelines and artifacts, and retry jobs\n$/,
  );
  expect(buildkite.requests).toEqual(['GET /v2/access-token']);
});

test('a token that is none any more is told without it, after what GitHub said', async () => {
  const { url } = await startFakeBuildkite();
  const { status, stdout, stderr } = await check({ url, token: 'bkua_revoked' });
  expect(status).toBe(2);
  expect(stdout).toContain('✓ installed for acme\n');
  expect(stderr).toContain('Buildkite said 401: the token is invalid or was revoked');
  expect(stderr).not.toMatch(/bkua_|\n +at /);
});

test('where both are wrong, both are told', async () => {
  const { url } = await startFakeBuildkite();
  const { status, stderr } = await check(
    { url, token: 'bkua_revoked' },
    { PERIGEE_BOT_APP_ID: '4712' },
  );
  expect(status).toBe(2);
  expect(stderr).toContain('4712');
  expect(stderr).toContain('Buildkite said 401');
});

test('a Buildkite that does not answer is no fault of the token', async () => {
  const { status, stderr } = await check({ url: 'http://127.0.0.1:9', token: 'bkua_0123' });
  expect(status).toBe(3);
  // Port 9 is one of those that fetch refuses.
  expect(stderr).toContain('Buildkite did not answer: bad port');
});

test('an address with /v2, as Buildkite writes all of them, is told without it', async () => {
  const buildkite = await startFakeBuildkite();
  const { url, token } = buildkite;
  buildkite.intercept = () => ({ status: 404, body: { message: 'No resource found' } });
  const { status, stderr } = await check({ url: `${url}/v2`, token });
  expect(status).toBe(3);
  expect(stderr).toContain(`to do: take /v2 out of artifacts.buildkite.apiUrl: ${url}\n`);
});

test('a machine that token or organisation does not admit is told where that is set', async () => {
  const buildkite = await startFakeBuildkite();
  buildkite.intercept = () => ({ status: 403, body: { message: 'Forbidden' } });
  const { status, stderr } = await check(buildkite);
  expect(status).toBe(3);
  expect(stderr).toMatch(/Buildkite said 403[^]*to do: see which addresses/);
});
