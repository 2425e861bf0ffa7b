import { generateKeyPairSync } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startService } from './start-service.ts';

const data = mkdtempSync(join(tmpdir(), 'perigee-main-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

function run(args: string[], environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/service/main.ts', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PERIGEE_DATA: data, ...environment },
  });
  return { status, stdout, stderr };
}

test('help says what there is', () => {
  const { status, stdout } = run(['--help']);
  expect(status).toBe(0);
  for (const option of ['--role', '--config', '--check']) expect(stdout).toContain(option);
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

test('settings can be checked without serving', () => {
  const stdout = 'the settings are right\nno bot\n';
  expect(run(['--check'])).toEqual({ status: 0, stdout, stderr: '' });
  const mistyped = run(['--check'], { PERIGEE_BOT_APPID: '12' });
  expect(mistyped).toMatchObject({ status: 0, stdout });
  expect(mistyped.stderr).toBe(
    'perigee: PERIGEE_BOT_APPID is no setting, and nothing reads it; did you mean PERIGEE_BOT_APP_ID?\n',
  );
});

test('a check tells which app the service is', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { status, stdout } = run(['--check'], {
    PERIGEE_BOT_APP_ID: '12',
    PERIGEE_BOT_PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    PERIGEE_BOT_WEBHOOK_SECRET: 'signed-with-this',
  });
  expect(status).toBe(0);
  expect(stdout).toBe('the settings are right\nbot: app 12 at https://api.github.com\n');
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
