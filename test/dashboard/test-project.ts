/** What the pages show of the project, whichever store it is in. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { regressions } from '../../bench/replay/draw-project.ts';
import { linkTo } from '../../src/explorer/page-addresses.ts';
import { commitAt, repository, slowPull } from './make-project.ts';
import { findBarriers, type Look } from './open-dashboard.ts';
import { pages, type Project } from './open-project.ts';

/** @param looks in which every page is looked at */
export function testProject(project: () => Project, looks: readonly Look[]): void {
  test.each(Object.entries(pages))(
    'the page of %s fits and can be read',
    async (_name, addressOf) => {
      const { dashboard, ...of } = project();
      for (const look of looks) {
        const { complaints, page } = await dashboard.open(addressOf(of), look);
        expect(await page.locator('h1').count()).toBe(1);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        );
        expect({ look, overflow }).toEqual({ look, overflow: Math.min(0, overflow) });
        expect({ look, barriers: await findBarriers(page) }).toEqual({ look, barriers: [] });
        expect({ look, complaints }).toEqual({ look, complaints: [] });
        await page.close();
      }
    },
  );

  test('a link of a red check says since which commit, on which hosts, and what else moved', async () => {
    const { dashboard, id, runId } = project();
    const { page } = await dashboard.open(linkTo.oneSeries(repository, id, { run: runId }));
    const told = await page.locator('.told').innerText();
    const [first] = regressions;
    expect(told).toContain(`Run ${runId} of pull request #${slowPull},`);
    expect(told).toContain('so this is more than noise');
    expect(told).toContain(commitAt(first.at).slice(0, 8));
    expect(told).toMatch(/It shows on 3 of 3 kinds of hosts/);
    expect(told).toMatch(/11 other series moved with it/);
    await page.close();
  });

  test('the way from the overview to a commit of a series needs no mouse', async () => {
    const { dashboard } = project();
    const { complaints, page } = await dashboard.open(linkTo.overview(repository));
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    await tabTo(page, (text) => text.startsWith('Latency of') || text.startsWith('CPU time of'));
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
      after.slice(0, 8),
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
    const { dashboard, id } = project();
    const { complaints, page } = await dashboard.open(linkTo.oneSeries(repository, id));
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
}

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
