/** What whoever runs the bot is told of a start that cannot work. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { findService } from '../servers/built-or-source.ts';
import { startBotWorld } from './start-bot-service.ts';

const soon = { timeout: 180_000, interval: 50 };

test('a key of another app is an error in the log at once, and it is not ready', async () => {
  const world = await startBotWorld();
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const foreign = join(world.environment.PERIGEE_DATA, 'foreign.pem');
  writeFileSync(foreign, privateKey);
  const service = await world.start('all', { PERIGEE_BOT_PRIVATE_KEY_FILE: foreign });
  const readErrors = () =>
    service.lines.filter(({ level }) => level === 'error').map(({ message }) => message);
  await expect.poll(readErrors, soon).toEqual(['GitHub rejects the app']);
  const ready = await fetch(`${service.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([
    503,
    expect.stringMatching(/github: it rejects the app \d+: GitHub said 401/),
  ]);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test('a port that something else has is told, and nothing else goes wrong on the way out', async () => {
  const world = await startBotWorld();
  const other = createServer();
  onTestFinished(() => void other.close());
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  const child = spawn(process.execPath, [findService(), '--role', 'all'], {
    env: {
      ...{ PATH: process.env['PATH'], PERIGEE_LISTEN: `127.0.0.1:${port}` },
      ...world.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors, [code]] = await Promise.all([
    ...[text(child.stdout), text(child.stderr)],
    once(child, 'exit') as Promise<[number]>,
  ] as const);
  expect([code, errors]).toEqual([2, expect.stringContaining(`127.0.0.1:${port} cannot be`)]);
  expect(out).not.toMatch(/"level":"(error|warn)"/);
  expect(errors).not.toMatch(/^ +at /m);
});
