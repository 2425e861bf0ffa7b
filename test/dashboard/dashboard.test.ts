/** Every page in a real browser, over a year of a project: `perigee serve` without anything around it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Overview } from '../../src/explorer/answers.ts';
import { linkTo } from '../../src/explorer/page-addresses.ts';
import { hasBrowser, howToInstall } from '../report/open-page.ts';
import { repository } from './make-project.ts';
import type { Dashboard } from './open-dashboard.ts';
import { openProject, type Project, strangers } from './open-project.ts';
import { testProject } from './test-project.ts';

if (!hasBrowser) console.warn(howToInstall);

const phoneAndDesk = [360, 1600].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
);

describe.runIf(hasBrowser)('the dashboard', () => {
  let project: Project;
  let dashboard: Dashboard;
  beforeAll(async () => {
    project = await openProject();
    ({ dashboard } = project);
  });
  afterAll(() => dashboard.close());

  testProject(() => project, phoneAndDesk);

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
      .getByRole('link', { name: /^Latency of/ })
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
    expect(await page.locator('#alerts').innerText()).toBe('1 open alert');
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
