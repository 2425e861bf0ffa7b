import { describe, expect, test } from 'vitest';
import { openArtifacts } from '../../../src/service/backends/open-artifacts.ts';
import { openPlatforms } from '../../../src/service/backends/open-platforms.ts';
import { startFakeBuildkite, storeFile } from '../../servers/ci/fake-buildkite.ts';
import { privateKey } from '../../servers/github/app-key.ts';
import { makeClock } from '../../transport/rest/make-clock.ts';

describe('open artifacts', () => {
  const never = new AbortController().signal;

  const runId = 'acme/sync/42';

  test('builds of Buildkite can be asked for where there is a token', async () => {
    const { url: apiUrl, token } = await startFakeBuildkite();
    const { buildkite } = openArtifacts({ directory: 'unused', buildkite: { apiUrl, token } });
    expect(await buildkite?.readBuild(runId, never)).toMatchObject({ number: 42 });
  });

  test('what reading artifacts learns of the limit holds for builds too', async () => {
    const fake = await startFakeBuildkite();
    const headers = { 'retry-after': '30' };
    fake.intercept = () => ({ status: 429, headers, body: {} });
    const { url: apiUrl, token } = fake;
    const platforms = openArtifacts({ directory: 'unused', buildkite: { apiUrl, token } });
    const key = { repository: 'acme/sync', runId, suite: 'sync' };
    const waits = { name: 'Unavailable' };
    const listed = platforms.openArtifacts(key, 'buildkite', never).list();
    await expect(listed).rejects.toMatchObject(waits);
    await expect(platforms.buildkite?.readBuild(runId, never)).rejects.toMatchObject(waits);
    expect(fake.requests).toHaveLength(1);
  });

  test('what a build left that ended is known to whoever asks next', async () => {
    const fake = await startFakeBuildkite();
    const clock = makeClock();
    const buildkite = { apiUrl: fake.url, token: fake.token, clock };
    const platforms = openArtifacts({ directory: 'unused', buildkite });
    const key = { repository: 'acme/sync', runId, suite: 'sync' };
    const list = () => platforms.openArtifacts(key, 'buildkite', never, 'ended').list();
    await list();
    clock.pass(5 * 60_000);
    await list();
    await list();
    expect(fake.requests).toHaveLength(2);
  });

  test('that a build left too much is known to whoever asks next, whatever its state', async () => {
    const fake = await startFakeBuildkite();
    for (let number = 0; number < 2_001; number++) storeFile(fake, `a/${number}`, Buffer.alloc(1));
    const buildkite = { apiUrl: fake.url, token: fake.token };
    const platforms = openArtifacts({ directory: 'unused', buildkite });
    const key = { repository: 'acme/sync', runId, suite: 'sync' };
    for (const state of [undefined, 'ended']) {
      const listed = platforms.openArtifacts(key, 'buildkite', never, state).list();
      await expect(listed).rejects.toThrow('more than 2000 entries');
    }
    expect(fake.requests).toHaveLength(20);
  });

  test('without a token for Buildkite there is nobody to ask', () => {
    expect(openArtifacts({ directory: 'unused' })).not.toHaveProperty('buildkite');
  });
});

describe('open platforms', () => {
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
});
