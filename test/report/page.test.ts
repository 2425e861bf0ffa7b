/** The page in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';
import { verdicts } from './fixtures/verdicts.ts';
import { type Browser, hasBrowser, howToInstall, startBrowser } from './open-page.ts';

if (!hasBrowser) console.warn(howToInstall);

test.runIf(process.env['CI'] === 'true')('the browser that the page is tested in is here', () => {
  expect(hasBrowser, howToInstall).toBe(true);
});

/** Of the first open chart: a kept repeat is round, a rejected one a cross, with an arrow when far out. */
const countMarks = (page: Page): Promise<{ kept: number; rejected: number; farOut: number }> => {
  const chart = page.locator('details.series[open] .chart svg').first();
  return chart.evaluate((svg) => {
    const shapes = [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
    return {
      kept: shapes.filter((shape) => /^M1 0A1 1/.test(shape)).length,
      rejected: shapes.filter((shape) => /^M-1 -1L1 1M1 -1L-1 1$/.test(shape)).length,
      farOut: shapes.filter((shape) =>
        /^(M-1 [-.\d]+L1 1M1 [-.\d]+L-1 1)(M.*L0 -1L.*)$/.test(shape),
      ).length,
    };
  });
};

const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

describe.runIf(hasBrowser)('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('draws every repeat of both sides, the rejected ones marked by their shape', async () => {
    const { page } = await browser.open(verdicts['one-regression']);
    expect(await countMarks(page)).toEqual({ kept: 17, rejected: 0, farOut: 3 });
    await page.close();
    const wide = makeSeries({ state: 'regressed', ratio: 2, disturbedBefore: [3] });
    const { page: second } = await browser.open(makeVerdict([wide]));
    expect(await countMarks(second)).toEqual({ kept: 9, rejected: 1, farOut: 0 });
    await second.close();
  });

  test('draws a chart only when its series is opened', async () => {
    const { page } = await browser.open(verdicts['several-regressions-with-patterns']);
    expect(await page.locator('.series .chart').count()).toBe(1);
    await page.locator('details.series:not([open]) > summary').first().click();
    await expect.poll(() => page.locator('.series .chart svg').count()).toBe(2);
    await page.close();
  });

  test('says in a table what a chart shows', async () => {
    const { page } = await browser.open(verdicts['one-regression']);
    await page.getByText('Every repeat in numbers').first().click();
    const rows = page.locator('details.series[open] tbody tr');
    expect(await rows.count()).toBe(10);
    expect(await rows.nth(6).innerText()).toContain('✕ rejected');
    const label = await page.locator('.chart').first().getAttribute('aria-label');
    expect(label).toContain('10 pairs, 1 rejected before and 2 after');
    await page.close();
  });

  test('is used by keyboard alone: skip, choose a state, open a series', async () => {
    const { page } = await browser.open(verdicts['improvement-only']);
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toBe('Skip to the series');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').innerText()).toContain('improved');
    const outline = await page
      .locator(':focus')
      .evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await page.locator('#found').innerText()).toBe('1 series shown');
    for (let press = 0; press < 10; press += 1) {
      if ((await page.locator('summary:focus').count()) > 0) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.series[open] .chart svg').count()).toBe(1);
    await page.close();
  });

  test('leads from a row of the first table to its series, by keyboard and past the filters', async () => {
    const { page, complaints } = await browser.open(verdicts['several-regressions-with-patterns']);
    const link = page.locator('.changes [scope="row"] a').last();
    const target = (await link.getAttribute('href')) ?? '';
    const panel = page.locator(`details.series:has(${target})`);
    expect(await panel.locator('.metric').innerText()).toBe(await link.innerText());
    await page.locator('[data-show="not-regressed"]').click();
    expect(await panel.isVisible()).toBe(false);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => panel.locator('.chart svg').count()).toBe(1);
    expect(
      await panel
        .locator('summary')
        .first()
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('finds series by words and by metric', async () => {
    const { page } = await browser.open(verdicts['several-regressions-with-patterns']);
    await page.locator('#search').fill('download');
    expect(await page.locator('section.span:visible').count()).toBe(1);
    await page.locator('#search').fill('');
    await page.locator('#metric').selectOption('disk.writes');
    expect(await page.locator('details.series:visible').count()).toBe(1);
    await page.close();
  });

  test('slices a metric over the values of an annotation', async () => {
    const { page, complaints } = await browser.open(verdicts.sliced);
    const rows = page.locator('#slices tbody tr');
    expect(await rows.locator('td:first-child').allInnerTexts()).toEqual([
      '100',
      '1,000',
      '10,000',
    ]);
    await page.locator('#slices select').first().selectOption('operation');
    expect(await rows.locator('td:first-child').allInnerTexts()).toEqual(['download', 'upload']);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('follows the system into the dark, and the button back', async () => {
    const { page } = await browser.open(verdicts['one-regression'], { scheme: 'dark' });
    const paper = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dot = page.locator('.chart svg path[d^="M1 0A1 1"]').first();
    const [dark, darkDot] = [await paper(), await dot.getAttribute('fill')];
    await page.locator('#theme').click();
    expect(await paper()).not.toBe(dark);
    expect(await dot.getAttribute('fill')).not.toBe(darkDot);
    await page.close();
  });

  test.each([
    'recorded-numbers',
    'explained',
    'undecided',
    'base-that-fails',
    'nothing-measured',
    'hostile-names',
    'change-alone',
    'vanished',
    'failed-test',
    'slower-on-one-platform',
  ] as const)('of %s opens without a complaint, and fits a phone of 360 pixels', async (name) => {
    const { complaints, page } = await browser.open(verdicts[name], { width: 360 });
    expect(await page.locator('h1').count()).toBe(1);
    for (const summary of await page.locator('summary:visible').all()) await summary.click();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    // Nothing runs that a name carries.
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('img, main script, svg[onload]').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('shows all figures of its first table on a phone, without scrolling it', async () => {
    const { page } = await browser.open(verdicts['several-regressions-with-patterns'], {
      width: 360,
    });
    const hidden = await page.locator('main > .scroll').evaluate((element) => {
      return element.scrollWidth - element.clientWidth;
    });
    expect(hidden).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('says without a script what happened, on how much evidence and what its words mean', async () => {
    const { page } = await browser.open(verdicts['failed-test'], { javaScript: false });
    expect(await page.locator('h1').innerText()).toContain('takes 23.4% longer');
    expect(await page.locator('.changes').innerText()).toContain('21.5% to 25.4%');
    expect(await page.locator('main').innerText()).toContain('expected 10,000 files, got 9,998');
    await page.locator('details.series > summary').first().click();
    expect(await page.locator('details.series').first().innerText()).toContain('10 pairs');
    const missing = await page
      .locator('a[href^="#"]')
      .evaluateAll((links) =>
        links.filter((link) => document.querySelector(link.getAttribute('href') ?? '') === null),
      );
    expect(missing).toEqual([]);
    await page.close();
  });

  test('prints without what only a screen needs, and with no text below a chart', async () => {
    const { page } = await browser.open(verdicts['several-regressions-with-patterns']);
    await page.emulateMedia({ media: 'print' });
    // As wide as a sheet of A4 between its margins.
    await page.setViewportSize({ width: 700, height: 1000 });
    expect(await page.locator('.toolbar').isVisible()).toBe(false);
    const chart = await page.locator('.series[open] .chart').boundingBox();
    const legend = await page.locator('.series[open] .legend').first().boundingBox();
    expect(legend?.y).toBeGreaterThanOrEqual((chart?.y ?? Infinity) + (chart?.height ?? 0));
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('of 100,000 series opens with the worst 1,000 and says so', async () => {
    const series = Array.from({ length: 100_000 }, (_, index) =>
      makeSeries({ test: `test ${index}`, state: index % 100 === 0 ? 'regressed' : 'undecided' }),
    );
    const { page, complaints } = await browser.open(makeVerdict(series));
    expect(await page.locator('details.series').count()).toBe(1000);
    expect(await page.locator('.cut').innerText()).toContain('worst 1,000 of 100,000');
    await page.locator('#search').fill('test 99900');
    await expect.poll(() => page.locator('section.span:visible').count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
