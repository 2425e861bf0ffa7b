import { generateKeyPairSync } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findService } from '../servers/built-or-source.ts';
import { startService } from './start-service.ts';

const data = mkdtempSync(join(tmpdir(), 'perigee-main-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

function run(args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [findService(), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PERIGEE_DATA: data, ...environment },
  });
  return { status, stdout, stderr };
}

test('help says what there is', () => {
  const { status, stdout } = run(['--help']);
  expect(status).toBe(0);
  for (const option of ['--role', '--config', '--check']) expect(stdout).toContain(option);
  expect(stdout).toContain('webhooks   accepts webhooks of GitHub and Buildkite\n');
});

test('wrong options and wrong settings end with 2 and say what to do', () => {
  expect(run(['--role', 'dance'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/no role dance\n {2}expected: .*\n {2}to do: /) as string,
  });
  expect(run([], { PERIGEE_WORKERS: '0' })).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^perigee: PERIGEE_WORKERS: 0\n/) as string,
  });
});

const forLocal =
  'dashboard: read by programs on this machine alone; dashboard.github or dashboard.proxy let others in\n';
const forNobody =
  'dashboard: read by nobody: set dashboard.github, dashboard.proxy or dashboard.local\n';
const noFile =
  'Settings are valid. perigee-service.yml was not found; using the environment and defaults.\n';

test('a check names the file that it has read', () => {
  const file = join(data, 'settings.yml');
  writeFileSync(file, 'version: 1\n');
  const { status, stdout } = run(['--check', '--config', file]);
  expect(status).toBe(0);
  expect(stdout).toBe(
    `Settings are valid: ${file}, and the environment, which wins.\n${forLocal}no bot\n`,
  );
});

test('settings can be checked without serving', () => {
  const stdout = `${noFile}${forLocal}no bot\n`;
  expect(run(['--check'])).toEqual({ status: 0, stdout, stderr: '' });
  const mistyped = run(['--check'], { PERIGEE_BOT_APPID: '12' });
  expect(mistyped).toMatchObject({ status: 0, stdout });
  expect(mistyped.stderr).toBe(
    'perigee: PERIGEE_BOT_APPID is no setting, and nothing reads it; did you mean PERIGEE_BOT_APP_ID?\n',
  );
});

test('a check says who may read the dashboard', () => {
  const proxy = {
    PERIGEE_DASHBOARD_PROXY_HEADER: 'X-Forwarded-User',
    PERIGEE_DASHBOARD_PROXY_ADDRESSES: '10.0.0.7',
  };
  expect(run(['--check'], proxy).stdout).toContain(
    'dashboard: read by people whom a proxy at 10.0.0.7 names in x-forwarded-user\n',
  );
});

const hint = '`perigee bot check` says whether it may read them';

test('a check tells which app the service is', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const environment = {
    PERIGEE_BOT_APP_ID: '12',
    PERIGEE_BOT_PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    PERIGEE_BOT_WEBHOOK_SECRET: 'signed-with-this',
  };
  const { status, stdout } = run(['--check'], environment);
  expect(status).toBe(0);
  expect(stdout).toBe(`${noFile}${forNobody}bot: app 12 at https://api.github.com\n`);
  const both = run(['--check'], { ...environment, PERIGEE_BUILDKITE_TOKEN: 'bkua_1' });
  expect(both.stdout).toBe(`${stdout}builds of Buildkite: with a token; ${hint}\n`);
  const told = { ...environment, PERIGEE_BUILDKITE_WEBHOOK_TOKEN: 'sent-with-this' };
  const useless =
    'useless without artifacts.buildkite.token, which the bot needs to read their builds';
  expect(run(['--check'], told).stdout).toBe(`${stdout}webhooks of Buildkite: ${useless}\n`);
  const withoutPages = stdout.replace(forNobody, '');
  const taken = 'webhooks of Buildkite: taken at /api/buildkite/webhooks\n';
  expect(run(['--check', '--role', 'webhooks'], told).stdout).toBe(`${withoutPages}${taken}`);
  expect(run(['--check'], { ...told, PERIGEE_BUILDKITE_TOKEN: 'bkua_1' }).stdout).toBe(
    `${both.stdout}${taken}`,
  );
});

test('it serves, answers, and ends in order when it is told to', async () => {
  const service = await startService({ PERIGEE_DATA: data });
  const ask = async (path: string) => (await fetch(`${service.url}${path}`)).status;
  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(ask))).toEqual([200, 200, 200]);
  const taken = run([], { PERIGEE_LISTEN: service.url.slice('http://'.length) });
  expect(taken).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^perigee: listen: .*EADDRINUSE/) as string,
  });
  expect(await service.stop()).toBe(0);
  expect(service.lines.at(-1)).toMatchObject({ level: 'info', message: 'has stopped' });
});
