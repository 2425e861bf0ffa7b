/** Every page in a real browser, over a year of a project: `perigee serve` without anything around it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { regressions } from '../../../bench/replay/draw-project.ts';
import type { Overview, Series } from '../../../src/web/api/answers.ts';
import { linkTo } from '../../../src/web/api/page-addresses.ts';
import { findBarriers, hasBrowser, howToInstall } from '../../report/open-page.ts';
import { isNightly } from '../../nightly.ts';
import { commitAt, repository, slowPull } from './make-project.ts';
import { type Dashboard, type Look } from './open-dashboard.ts';
import { openProject, pages, type Project, strangers } from './open-project.ts';

if (!hasBrowser) console.warn(howToInstall);

const looks: Look[] = [
  { width: 360, scheme: 'dark' },
  { width: 1600, scheme: 'light' },
  { width: 360, scheme: 'light' },
  { width: 1600, scheme: 'dark' },
];

describe.runIf(hasBrowser)('the dashboard', () => {
  let project: Project;
  let dashboard: Dashboard;
  beforeAll(async () => {
    project = await openProject();
    ({ dashboard } = project);
  });
  afterAll(() => dashboard.close());

  test.each(
    Object.entries(pages).map(([name, addressOf], index) => [name, addressOf, index] as const),
  )('the page of %s fits and can be read', async (_name, addressOf, index) => {
    const byDay = looks.slice(index % 2).slice(0, 1);
    for (const look of isNightly ? looks : byDay) {
      const { complaints, page } = await dashboard.open(addressOf(project), look);
      expect(await page.locator('h1').count()).toBe(1);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ look, overflow }).toEqual({ look, overflow: Math.min(0, overflow) });
      expect({ look, barriers: await findBarriers(page) }).toEqual({ look, barriers: [] });
      expect({ look, complaints }).toEqual({ look, complaints: [] });
      await page.close();
    }
  });

  test('a link of a red check says since which commit, on which hosts, and what else moved', async () => {
    const { id, runId } = project;
    const { page } = await dashboard.open(linkTo.oneSeries(repository, id, { run: runId }));
    const told = await page.locator('.told').innerText();
    const [first] = regressions;
    expect(told).toContain(`Run ${runId} of pull request #${slowPull},`);
    expect(told).toContain('so this is more than noise');
    expect(told).toContain(commitAt(first.at).slice(0, 12));
    expect(told).toMatch(/It shows on 3 of 3 kinds of hosts/);
    expect(told).toMatch(/6 other series moved with it/);
    await page.close();
  });

  test('the way from the overview to a commit of a series needs no mouse', async () => {
    const { complaints, page } = await dashboard.open(linkTo.overview(repository));
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    await tabTo(page, (text) => text.startsWith('Latency') || text.startsWith('CPU time'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('.told, main [role=alert]');
    expect(await page.locator('main [role=alert]').allInnerTexts()).toEqual([]);
    expect(await page.locator(':focus').evaluate((element) => element.tagName)).toBe('H1');
    await tabTo(page, (_, role) => role === 'slider');
    const before = await page.locator('.readout').innerText();
    await page.keyboard.press('ArrowLeft');
    const after = await page.locator('.readout').innerText();
    expect(after).not.toBe(before);
    expect(await page.locator('[role=slider]').getAttribute('aria-valuetext')).toContain(
      after.slice(0, 12),
    );
    await page.keyboard.press('+');
    await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true);
    const address = page.url();
    await page.reload();
    await page.waitForSelector('.told');
    expect(page.url()).toBe(address);
    expect(await page.locator('.readout').innerText()).toBe(after);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('what is drawn beside a series, and on which scale, stands in the address', async () => {
    const { complaints, page } = await dashboard.open(linkTo.oneSeries(repository, project.id));
    await page.getByRole('button', { name: 'linux-arm64' }).click();
    await page.waitForSelector('.legend .beside-0');
    await page.getByRole('button', { name: 'Log scale' }).click();
    await page.waitForSelector('#log[aria-pressed=true]');
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('scale'), searchParams.get('with')?.length]).toEqual(['log', 16]);
    expect(await page.locator(':focus').getAttribute('id')).toBe('log');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('dragging over the chart chooses the commits that it shows', async () => {
    const { complaints, page } = await dashboard.open(linkTo.oneSeries(repository, project.id));
    const box = await page.locator('#chart').boundingBox();
    const { height, width, x, y } = box ?? { height: 0, width: 0, x: 0, y: 0 };
    await page.mouse.move(x + 0.4 * width, y + 0.4 * height);
    await page.mouse.down();
    await page.mouse.move(x + 0.6 * width, y + 0.4 * height, { steps: 3 });
    expect(await page.locator('.chosen').isVisible()).toBe(true);
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true);
    expect(await page.locator('.chosen').isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a narrow chart gets what it can show, and asks again for another part, beside it too', async () => {
    const { page } = await dashboard.open(linkTo.oneSeries(repository, project.id), { width: 600 });
    await page.getByRole('button', { name: 'linux-arm64' }).click();
    await page.waitForSelector('.legend .beside-0');
    const asked = [project.id, new URL(page.url()).searchParams.get('with')].map((one) =>
      page.waitForResponse((found) => found.url().match(`${one}.*shown=`) !== null),
    );
    await page.locator('#chart').press('Home');
    for (const response of await Promise.all(asked)) {
      const { allRuns = 0, runs } = (await response.json()) as Series;
      expect(runs.length).toBeLessThan(0.8 * allRuns);
    }
    await page.locator('#chart').press('ArrowRight');
    await expect.poll(() => page.locator('.readout').textContent()).toContain(' repeats in ');
    await page.close();
  });

  test('a field of the comparison offers what a part of a message, branch or pull request finds', async () => {
    const { page } = await dashboard.open(linkTo.compare(repository));
    await page.locator('#before').fill(`#${slowPull}`);
    const offered = page.locator('#before-offered option');
    await expect.poll(() => offered.first().getAttribute('value')).toBe(`#${slowPull}`);
    await page.locator('#after').fill('release/1.0');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForSelector('[role=status]');
    const stays = await page.getByRole('link', { name: /^[0-9a-f]{12} to / }).getAttribute('href');
    expect(stays).toMatch(/before=[0-9a-f]{40}&after=[0-9a-f]{40}/);
    await page.close();
  });

  test('a search narrows the list and keeps the focus', async () => {
    const { page } = await dashboard.open(linkTo.series(repository));
    await page.locator('#text').pressSequentially('render 100000');
    await expect.poll(() => page.locator('#found').innerText()).toBe('4 series');
    expect(await page.locator(':focus').getAttribute('id')).toBe('text');
    await page.close();
  });

  test('the link that skips the navigation does not show the page anew', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#/);
    // Whatever was asked before this is known when it is answered.
    await page.evaluate(() => fetch('/api/v1/openapi.json'));
    expect(asked).toEqual(['/api/v1/openapi.json']);
    await page.close();
  });

  test('a page that is shown again while it is computed keeps the focus on its link', async () => {
    const { page } = await dashboard.open(linkTo.home());
    let shown = 0;
    await page.route('**/api/v1/**/overview', async (route) => {
      const response = await route.fetch();
      const overview = (await response.json()) as Overview;
      shown += 1;
      await route.fulfill({
        response,
        json: { ...overview, counts: { ...overview.counts, pending: 1 } },
      });
    });
    await page.getByRole('link', { name: repository }).click();
    await page
      .getByRole('link', { name: /^Latency/ })
      .nth(1)
      .focus();
    // In one step: the page may be shown again between two.
    const readFocused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
    const focused = await readFocused();
    expect(focused).toContain('id=');
    const before = shown;
    await expect.poll(() => shown).toBeGreaterThan(before + 1);
    expect(await readFocused()).toBe(focused);
    await page.close();
  });

  test('an open alert stands first, and leads to its series', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository));
    expect(await page.locator('h2').first().innerText()).toBe('Needs attention');
    expect(await page.locator('.alerts').innerText()).toContain('#1 +15.0% Latency of upload');
    await page.locator('.alerts').getByRole('link', { name: 'Latency of upload' }).click();
    await page.waitForSelector('.told');
    expect(new URL(page.url()).searchParams.get('id')).toBe(project.id);
    await page.close();
  });

  test('the record of the gate says how often it was right, and what is wrong with it', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository));
    await page.getByRole('link', { name: 'The gate' }).click();
    await page.waitForSelector('#record');
    const text = await page.locator('main').innerText();
    expect(text).toContain('2 commits: 1 red');
    expect(text).toContain('1 alarm about the gate itself stands');
    expect(await page.locator('table tbody tr').count()).toBe(1);
    await page.locator('#days').selectOption('90');
    await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('90');
    await page.close();
  });

  test('names of strangers are text', async () => {
    const { complaints, page } = await dashboard.open(linkTo.series(strangers));
    expect(await page.locator('main img, main script').count()).toBe(0);
    const link = page.locator('td a').first();
    expect(await link.innerText()).toContain('<img');
    await link.click();
    await page.waitForSelector('.told');
    expect(await page.locator('h1').innerText()).toContain('<img');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the button overrules the colours of the system', async () => {
    const { page } = await dashboard.open(linkTo.overview(repository), { scheme: 'dark' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.locator('#theme').click();
    expect(await paper()).not.toBe(dark);
    await page.close();
  });
});

/** Presses Tab until the focus is where it should be. */
async function tabTo(
  page: Page,
  isThere: (text: string, role: string | null) => boolean,
): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if (isThere(await focused.innerText(), await focused.getAttribute('role'))) return;
  }
  throw new Error('the focus never came there');
}
