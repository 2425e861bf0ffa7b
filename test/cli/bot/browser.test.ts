import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasBrowser, howToInstall, openBlankPage } from '../../report/open-page.ts';
import { startAppGithub } from './app-github.ts';
import { startPerigee } from './start-perigee.ts';

if (!hasBrowser) console.warn(howToInstall);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-bot-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
