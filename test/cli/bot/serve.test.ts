import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePorts } from '../../servers/free-ports.ts';
import { startService } from '../../service/start-service.ts';
import { startAppGithub } from './app-github.ts';
import { setUp } from './press-button.ts';
import { startPerigee } from './start-perigee.ts';

const root = join(import.meta.dirname, '../../..');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-bot-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what setup wrote is all that the service needs to take webhooks', async () => {
  expect(existsSync(join(root, 'dist/bot.mjs')), 'npm run build makes dist/bot.mjs').toBe(true);
  const [port = 0] = await findFreePorts(1);
  const config = join(folder, 'perigee-service.yml');
  writeFileSync(config, `version: 1\nlisten: 127.0.0.1:${port}\ndata: ${folder}/data\n`);
  const github = await startAppGithub();
  const { status } = await setUp(folder, github, '--webhook-url', 'https://perigee.example.com');
  expect(status).toBe(0);
  const program = [join(root, 'dist/serve.mjs'), 'serve', '--config', config];
  const service = await startService({ PERIGEE_LISTEN: `127.0.0.1:${port}` }, { program });
  const send = async (secret: string): Promise<number> => {
    const body = '{"zen":"Keep it logically awesome."}';
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = {
      ...{ 'content-type': 'application/json', 'x-github-event': 'ping' },
      ...{ 'x-github-delivery': 'a-1', 'x-hub-signature-256': `sha256=${signature}` },
    };
    const url = `${service.url}/api/github/webhooks`;
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
  expect(await send('hush')).toBe(200);
  expect(await send('another')).toBe(400);
  // It asks as the app, and GitHub knows it.
  const asked = 'GET /api/v3/app/installations';
  await vi.waitFor(() => expect(github.requests).toContain(asked), { timeout: 180_000 });
  const listed = await startPerigee(folder, ['queue', 'ls', '--deliveries']).ended;
  expect(await service.stop()).toBe(0);
  expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining('nothing waits') });
  expect(service.lines.filter(({ level }) => level === 'error')).toEqual([]);
});
