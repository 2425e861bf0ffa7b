import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSettings } from '../../src/settings/read-settings.ts';
import { catchUserError } from '../contract/catch-user-error.ts';

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
    ledgerFile: join('perigee-data/bot.sqlite'),
    groups: { aggregate: 'perigee-aggregate', report: 'perigee-report', bot: 'perigee-bot' },
  });
  expect(settings.deliveries).toMatchObject({ file: join('perigee-data/deliveries.sqlite') });
  expect(settings.secrets).toEqual(expect.arrayContaining([pem.trimEnd(), 'signed-with-this']));
});

test('who shares the brokers with others names one group, and all readers have names of it', () => {
  const shared = { PERIGEE_KAFKA_BROKERS: 'kafka:9092', PERIGEE_KAFKA_GROUP: 'trials' };
  const { bot, events } = readSettings(undefined, { ...app, ...shared });
  const groups = { aggregate: 'trials', report: 'trials-report', bot: 'trials-bot' };
  expect(bot?.groups).toEqual(groups);
  expect(events).toMatchObject({ kind: 'kafka', group: 'trials' });
});

test('the usual group that is written down is the usual one for the bot too', () => {
  const written = { PERIGEE_KAFKA_BROKERS: 'kafka:9092', PERIGEE_KAFKA_GROUP: 'perigee-aggregate' };
  const { bot, events } = readSettings(undefined, { ...app, ...written });
  expect(bot?.groups).toMatchObject({ report: 'perigee-report', bot: 'perigee-bot' });
  expect(events).toMatchObject({ group: 'perigee-aggregate' });
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

test('the token of Buildkite’s webhooks is a secret as the others', () => {
  const heard = { ...app, PERIGEE_BUILDKITE_WEBHOOK_TOKEN: '309c9c842d8565ad\n' };
  const { bot, secrets } = readSettings(undefined, heard);
  expect(bot?.buildkite).toEqual({ webhookToken: '309c9c842d8565ad' });
  expect(secrets).toContain('309c9c842d8565ad');
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
  [
    'a token of Buildkite that no header can hold',
    { ...app, PERIGEE_BUILDKITE_WEBHOOK_TOKEN: 'oops, two words' },
    /^bot.buildkite.webhookToken: a token with blanks/,
  ],
  [
    'a token of Buildkite without a bot',
    { PERIGEE_BUILDKITE_WEBHOOK_TOKEN: 'a-token' },
    /^PERIGEE_BUILDKITE_WEBHOOK_TOKEN: .*appId/,
  ],
])('%s is named', (_what, environment, message) => {
  const error = catchUserError(() => readSettings(undefined, environment));
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain('oops');
});

function readFile(text: string): ReturnType<typeof readSettings> {
  const file = join(folder, 'perigee-service.yml');
  writeFileSync(file, text);
  return readSettings(file, { SECRET: 'signed-with-this' });
}

const section = (lines: string) =>
  `version: 1\nbot:\n  webhookSecret: { env: SECRET }\n${lines.replaceAll(/^/gm, '  ')}\n`;

test('ids of apps may stand in quotes or not', () => {
  const key = `privateKey: { file: ${keyFile} }`;
  expect(readFile(section(`appId: '4711'\n${key}`)).bot?.appId).toBe(4711);
  expect(readFile(section(`appId: 4711\n${key}`)).bot?.appId).toBe(4711);
  const artifacts = `version: 1\nartifacts: { github: { app: { id: 4711, ${key} } } }\n`;
  expect(readFile(artifacts).artifacts.github?.credentials).toMatchObject({ appId: '4711' });
});

test('an id that is no number is refused in the file as in the variable', () => {
  const key = `privateKey: { file: ${keyFile} }`;
  expect(() => readFile(section(`appId: abc\n${key}`))).toThrow(
    /a whole number from 1 \(the app id, e\.g\. 123456\)/,
  );
});

test('a key and a secret that are both missing are both named', () => {
  const text =
    'version: 1\nbot: { appId: 1, privateKey: { file: a }, webhookSecret: { env: B } }\n';
  const { message } = catchUserError(() => readFile(text));
  expect(message).toMatch(/^bot\.privateKey: the file \S+ cannot be read \(ENOENT\)/);
  expect(message).toMatch(/\nbot\.webhookSecret: the variable B is not set/);
});

test('an address without https:// is shown as it should be written', () => {
  const text = section('appId: 1\nprivateKey: { file: a }\npublicUrl: perigee.example.com');
  const { message } = catchUserError(() => readFile(text));
  expect(message).toContain('expected: an address with https:// or http:// in front');
  expect(message).toContain('to do: write https://perigee.example.com');
});

test('a path where the place of a secret belongs is shown as it should be written', () => {
  const { message } = catchUserError(() => readFile(section('appId: 1\nprivateKey: /tmp/key.pem')));
  expect(message).toContain('to do: write { file: /tmp/key.pem }');
});

test('a secret that stands in the file itself is refused without being shown', () => {
  const text = section("appId: 1\nprivateKey: '-----BEGIN very secret'").replace(
    '{ env: SECRET }',
    'hunter2hunter2',
  );
  const { message } = catchUserError(() => readFile(text));
  expect(message).toContain('to do: write { file: … }, or { env: … }');
  expect(message).not.toMatch(/very secret|hunter2/);
});

test('variables that look like settings and are none are named, with what was meant', () => {
  const { warnings } = readSettings(undefined, {
    ...{ PERIGEE_BOT_APPID: '1', PERIGEE_WHATEVER: '1', PERIGEE_DATA: 'x', PERIGEE_HOME: '/x' },
    // Those of a test that starts a service.
    ...{ PERIGEE_SOCKET: '/s', PERIGEE_SPAN: '1', PERIGEE_COUNTED: '1', PERIGEE_PROCESSES: '/p' },
    ...{ PERIGEE_LAYOUT: '1' },
    ...{ PERIGEE_PORT_9464_TCP_ADDR: '10.0.0.1', PERIGEE_SERVICE_HOST: '10.0.0.1' },
  });
  expect(warnings).toEqual([
    'PERIGEE_BOT_APPID is no setting, and nothing reads it; did you mean PERIGEE_BOT_APP_ID?',
    'PERIGEE_WHATEVER is no setting, and nothing reads it',
  ]);
});

test('a variable that the settings name for a secret is none of these', () => {
  const file = join(folder, 'named.yml');
  writeFileSync(file, 'version: 1\nartifacts: { github: { token: { env: PERIGEE_READS } } }\n');
  expect(readSettings(file, { PERIGEE_READS: 'a-token' }).warnings).toEqual([]);
});

test('a secret that is missing beside the others is asked for in both ways to give it', () => {
  const { message } = catchUserError(() => readSettings(undefined, { PERIGEE_BOT_APP_ID: '1' }));
  expect(message).toContain(
    'set PERIGEE_BOT_PRIVATE_KEY, or PERIGEE_BOT_PRIVATE_KEY_FILE to a file',
  );
  expect(message).not.toContain('an object');
});

test('nothing is advised that would be refused again', () => {
  const { message } = catchUserError(() => readFile('version: 1\nlisten: 9464\n'));
  expect(message).toContain('as host:port');
  expect(message).not.toContain('in quotes');
});
