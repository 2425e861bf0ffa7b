import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '../../../src/gate/service-settings/read-settings.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'perigee-bot-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const keyFile = join(folder, 'key.pem');
writeFileSync(keyFile, pem);

const app = {
  PERIGEE_BOT_APP_ID: '12',
  PERIGEE_BOT_PRIVATE_KEY_FILE: keyFile,
  PERIGEE_BOT_WEBHOOK_SECRET: 'signed-with-this',
};

test('three variables set the bot up, and everything else has a default', () => {
  const settings = readSettings(undefined, app);
  expect(settings.bot).toEqual({
    appId: 12,
    privateKey: pem.trimEnd(),
    webhookSecret: 'signed-with-this',
    apiUrl: 'https://api.github.com',
    ledgerFile: 'perigee-data/bot.sqlite',
  });
  expect(settings.deliveries).toMatchObject({ file: 'perigee-data/deliveries.sqlite' });
  expect(settings.secrets).toEqual(expect.arrayContaining([pem.trimEnd(), 'signed-with-this']));
});

test('without them there is no bot', () => {
  expect(readSettings(undefined, {}).bot).toBeUndefined();
});

test('the app of the bot reads artifacts too, unless they have credentials of their own', () => {
  const server = { ...app, PERIGEE_BOT_API_URL: 'https://github.example.com/api/v3/' };
  expect(readSettings(undefined, server).artifacts.github).toEqual({
    apiUrl: 'https://github.example.com/api/v3',
    credentials: { appId: '12', privateKey: pem.trimEnd() },
  });
  const own = readSettings(undefined, { ...app, PERIGEE_GITHUB_TOKEN: 'a-token' });
  expect(own.artifacts.github).toEqual({ credentials: { token: 'a-token' } });
});

test('a key whose line breaks were written as \\n in a variable is read', () => {
  const { PERIGEE_BOT_PRIVATE_KEY_FILE: _file, ...rest } = app;
  const inOneLine = pem.trimEnd().replaceAll('\n', '\\n');
  const settings = readSettings(undefined, { ...rest, PERIGEE_BOT_PRIVATE_KEY: inOneLine });
  expect(settings.bot?.privateKey).toBe(pem.trimEnd());
});

test('on Kafka deliveries have a topic of their own', () => {
  const kafka = { ...app, PERIGEE_KAFKA_BROKERS: 'kafka:9092', PERIGEE_KAFKA_TOPIC: 'builds' };
  const topics = (environment: Record<string, string>) => {
    const { events, deliveries } = readSettings(undefined, environment);
    return [events, deliveries].map((log) => (log.kind === 'kafka' ? log.settings.topic : ''));
  };
  expect(topics(kafka)).toEqual(['builds', 'perigee.deliveries']);
  expect(topics({ ...kafka, PERIGEE_KAFKA_DELIVERIES_TOPIC: 'acme.github' })).toEqual([
    'builds',
    'acme.github',
  ]);
});

test.each([
  ['half a bot', { PERIGEE_BOT_APP_ID: '12' }, /^PERIGEE_BOT_APP_ID: .*privateKey/],
  ['an id that is a name', { ...app, PERIGEE_BOT_APP_ID: 'perigee' }, /^PERIGEE_BOT_APP_ID/],
  [
    'a key that is none',
    { ...app, PERIGEE_BOT_PRIVATE_KEY_FILE: '', PERIGEE_BOT_PRIVATE_KEY: 'oops' },
    /^bot.privateKey: .*not a private key/,
  ],
  [
    'an address that the key must not go to',
    { ...app, PERIGEE_BOT_API_URL: 'http://github.example.com/api/v3' },
    /address that a token can be sent to/,
  ],
])('%s is named', (_what, environment, message) => {
  const error = catchUserError(() => readSettings(undefined, environment));
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain('oops');
});
