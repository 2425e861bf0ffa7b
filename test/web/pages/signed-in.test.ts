import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkTo } from '../../../src/web/api/page-addresses.ts';
import { makeHistory, repository } from '../api/make-history.ts';
import { findBarriers, hasBrowser, howToInstall } from '../../report/open-page.ts';
import { type Dashboard, openDashboard } from './open-dashboard.ts';

if (!hasBrowser) console.warn(howToInstall);

describe.runIf(hasBrowser)('who is signed in', () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await openDashboard(makeHistory(3));
  });
  afterAll(() => dashboard.close());

  test.each([360, 1600])('sees their name, and signs out, %i pixels wide', async (width) => {
    const { page } = await dashboard.open(linkTo.overview(repository), { width });
    expect(await page.locator('#reader').isVisible()).toBe(false);
    await page.context().addCookies([{ name: 'perigee-name', value: 'ann-b', url: page.url() }]);
    await page.reload();
    await page.waitForSelector('main:not([aria-busy]) h1');
    expect(await page.locator('#reader').innerText()).toBe('Signed in as ann-b · Sign out');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await findBarriers(page)).toEqual([]);
    // The browser asks the server for it: the program of the pages knows no such page.
    const asked = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('link', { name: 'Sign out' }).click();
    expect(new URL((await asked).url()).pathname).toBe('/sign-out');
    await page.context().clearCookies();
    await page.close();
  });
});
