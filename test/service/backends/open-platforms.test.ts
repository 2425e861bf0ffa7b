import { expect, test } from 'vitest';
import { openPlatforms } from '../../../src/service/backends/open-platforms.ts';
import { privateKey } from '../../servers/github/app-key.ts';

const apiUrl = 'https://api.github.com';
const bot = {
  ...{ appId: 4711, privateKey, apiUrl, webhookSecret: 'x', ledgerFile: 'unused' },
  groups: { report: 'report', bot: 'bot' },
};
const directory = 'unused';

test('bot and artifacts share a client where they are the same app: GitHub counts them together', () => {
  const app = { credentials: { appId: '4711', privateKey } };
  for (const github of [app, { ...app, apiUrl }, { ...app, apiUrl: `${apiUrl}/` }]) {
    const platforms = openPlatforms({ artifacts: { directory, github }, bot });
    expect(platforms.bot).toBe(platforms.github);
  }
});

test.each([
  ['a token', { credentials: { token: 'ghp_x' } }],
  ['another app', { credentials: { appId: '12', privateKey } }],
  [
    'another server',
    { apiUrl: 'https://ghe.example.com/api/v3', credentials: { appId: '4711', privateKey } },
  ],
])('where artifacts are read with %s, the bot has a client of its own', (_what, github) => {
  const platforms = openPlatforms({ artifacts: { directory, github }, bot });
  expect(platforms.bot).toBeDefined();
  expect(platforms.github).toBeDefined();
  expect(platforms.bot).not.toBe(platforms.github);
});

test('what is not set up is not opened', () => {
  expect(openPlatforms({ artifacts: { directory } })).toEqual({});
});
