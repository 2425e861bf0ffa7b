import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { webhooksPath } from '../../../bot/src/deliveries/open-webhooks.ts';
import { neededEvents, neededPermissions } from '../../../src/cli/bot/app-rights.ts';
import { findGithub } from '../../../src/cli/bot/github-places.ts';
import { judgeScopes, type Scope } from '../../../src/cli/bot/judge-scopes.ts';
import { describeApp, readPublicUrl, readWebhookUrl } from '../../../src/cli/bot/manifest.ts';
import { hasBrowser, howToInstall, openBlankPage } from '../../report/open-page.ts';
import { findFreePorts } from '../../servers/free-ports.ts';
import { startService } from '../../service/start-service.ts';
import { startAppGithub } from './app-github.ts';
import { setUp } from './press-button.ts';
import { startPerigee } from './start-perigee.ts';
import { makeFolder } from '../../make-folder.ts';

describe('app rights', () => {
  const file = new URL('../../../bot/app.yml', import.meta.url);
  const app = parse(readFileSync(file, 'utf8')) as {
    default_permissions: Record<string, string>;
    default_events: string[];
  };

  test('setup asks for the permissions of bot/app.yml, and no others', () => {
    const asked = Object.fromEntries(neededPermissions.map(({ name, level }) => [name, level]));
    expect(asked).toEqual(app.default_permissions);
  });

  test('setup subscribes to the events of bot/app.yml, and no others', () => {
    const events = neededEvents.map(({ name }) => name);
    expect(events.toSorted()).toEqual(app.default_events.toSorted());
  });
});

describe('browser', () => {
  if (!hasBrowser) console.warn(howToInstall);

  let folder: string;

  beforeEach(() => (folder = makeFolder()));

  describe.runIf(hasBrowser)('in a browser', () => {
    test('one button leads to the app and back', async () => {
      const github = await startAppGithub();
      const args = ['--host', github.url, '--webhook-url', 'https://perigee.example.com'];
      const perigee = startPerigee(folder, ['bot', 'setup', ...args]);
      const [address = ''] = await perigee.find(/http:\/\/127\.0\.0\.1:\d+\//);
      await using open = await openBlankPage();
      const complaints: string[] = [];
      open.page.on('console', (message) => complaints.push(message.text()));
      await open.page.goto(address);
      expect(await open.page.textContent('body')).toContain('set its check');
      await open.page.click('button');
      await open.page.waitForURL(/\/made\?/);
      expect(await open.page.textContent('h1')).toBe('The app is there');
      const install = await open.page.getAttribute('a', 'href');
      expect(install).toBe(`${github.url}/github-apps/perigee-acme/installations/new`);
      expect(await perigee.ended).toMatchObject({ status: 0, stderr: '' });
      // It has no icon, and says so in its policy: a browser that asks for one all the same complains.
      expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
    });
  });
});

describe('github places', () => {
  test.each([
    ['github.com', 'https://github.com', 'https://api.github.com'],
    ['https://github.com', 'https://github.com', 'https://api.github.com'],
    ['github.example.com', 'https://github.example.com', 'https://github.example.com/api/v3'],
    ['acme.ghe.com', 'https://acme.ghe.com', 'https://api.acme.ghe.com'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000', 'http://127.0.0.1:4000/api/v3'],
  ])('%s has its pages at %s and its API at %s', (host, webUrl, apiUrl) => {
    expect(findGithub(host)).toEqual({ webUrl, apiUrl });
  });

  test.each([
    'http://github.example.com',
    'github.example.com/acme',
    'https://user@github.example.com',
    '',
    'ftp://github.example.com',
  ])('%j is no host that a key could be asked from', (host) => {
    expect(() => findGithub(host)).toThrow('is no host');
  });
});

describe('judge scopes', () => {
  const read: Scope[] = ['read_builds', 'read_pipelines', 'read_artifacts'];

  test.each<Scope>(['retry_builds', 'write_builds'])('reading and %s are all it takes', (scope) => {
    expect(judgeScopes(new Set([...read, scope]))).toMatchObject({ kind: 'right', remedies: [] });
  });

  test('a token that only reads is enough to judge, and not to confirm', () => {
    const { kind, remedies } = judgeScopes(new Set(read));
    expect(kind).toBe('hint');
    expect(remedies[0]).toMatch(/^scope retry_builds \(or write_builds\), .*`rerun` is refused$/);
  });

  test.each(read)('without %s nothing is judged', (scope) => {
    const others = read.filter((each) => each !== scope);
    const { kind, remedies } = judgeScopes(new Set([...others, 'write_builds']));
    expect(kind).toBe('wrong');
    expect(remedies).toEqual([
      expect.stringContaining(`scope ${scope}, to `),
      expect.stringContaining('API Access Tokens'),
    ]);
  });
});

describe('manifest', () => {
  const facts = {
    name: 'perigee-acme',
    webhookUrl: 'https://perigee.example.com/api/github/webhooks',
    redirectUrl: 'http://127.0.0.1:4000/made',
  };

  test('an address without a path is that of the service itself', () => {
    expect(facts.webhookUrl).toBe(`https://perigee.example.com${webhooksPath}`);
    expect(readWebhookUrl('https://perigee.example.com')).toBe(facts.webhookUrl);
    expect(readWebhookUrl('https://relay.example.com/a1b2')).toBe('https://relay.example.com/a1b2');
  });

  test('people reach the service where its webhooks arrive, unless a relay brings them', () => {
    expect(readPublicUrl(undefined, facts.webhookUrl)).toBe('https://perigee.example.com');
    expect(readPublicUrl(undefined, 'https://relay.example.com/a1b2')).toBeUndefined();
  });

  test('people may reach it elsewhere, at an address that links can begin with', () => {
    const read = (text: string): string | undefined => readPublicUrl(text, facts.webhookUrl);
    expect(read('https://perf.example.com/perigee/')).toBe('https://perf.example.com/perigee');
    for (const text of [
      'perf.example.com',
      'https://me@a.example.com',
      'https://a.example.com/?x',
    ]) {
      expect(() => read(text), text).toThrow('--public-url');
    }
  });

  test.each([
    [undefined, 'it is not given'],
    ['perigee.example.com', 'is no address'],
    ['ftp://perigee.example.com', 'is no address'],
    ['https://me:secret@perigee.example.com', 'is no address'],
    ['http://localhost:9464', 'which GitHub cannot reach'],
    ['http://127.0.0.1:9464/api/github/webhooks', 'which GitHub cannot reach'],
  ])('webhooks to %s are refused', (url, why) => {
    expect(() => readWebhookUrl(url)).toThrow(why);
  });

  test('the app is private, and its page is that of the service', () => {
    expect(describeApp(facts)).toMatchObject({
      name: 'perigee-acme',
      public: false,
      url: 'https://perigee.example.com',
      hook_attributes: { url: facts.webhookUrl, active: true },
      redirect_url: facts.redirectUrl,
      default_permissions: { checks: 'write', metadata: 'read' },
    });
    const publicUrl = 'https://perf.example.com';
    expect(describeApp({ ...facts, publicUrl }).url).toBe(publicUrl);
  });

  test('a name that GitHub would refuse is refused before anything is made', () => {
    expect(() => describeApp({ ...facts, name: 'x'.repeat(35) })).toThrow(
      'a name of 35 characters',
    );
    expect(() => describeApp({ ...facts, name: ' ' })).toThrow('--name');
  });
});

describe('serve', () => {
  const root = join(import.meta.dirname, '../../..');

  let folder: string;

  beforeEach(() => (folder = makeFolder()));

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
});
