/** What whoever runs the bot is told of a start that cannot work. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startBotWorld } from './start-bot-service.ts';

const soon = { timeout: 30_000, interval: 50 };

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
  await expect.poll(readErrors, soon).toEqual(['GitHub does not take the app']);
  const ready = await fetch(`${service.url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([
    503,
    expect.stringMatching(/github: it does not take the app \d+: GitHub said 401/),
  ]);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});
