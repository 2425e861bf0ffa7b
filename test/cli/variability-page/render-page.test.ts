/** The page in a real browser. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  renderVariabilityPage,
  findFences,
} from '../../../src/cli/variability-page/render-page.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import {
  measureVariability,
  type Variability,
} from '../../../src/variability/measure-variability.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';
import { type Browser, hasBrowser, howToInstall, startBrowser } from '../../report/open-page.ts';

if (!hasBrowser) console.warn(howToInstall);

const hostile = '<img src="https://example.invalid/x"><script>alert(1)</script>';

/** Five rounds of five runs; one of them took three times as long. */
function makeVariability(functionName = 'flush (src/disk.js:12)'): Variability {
  const random = createRandom(5);
  const records = Array.from({ length: 5 }, (_, round) =>
    makeRecord(
      Array.from({ length: 5 }, (_run, at) => {
        const latency = round === 2 && at === 3 ? 300 : 100 + 3 * drawNormal(random);
        const durationNs = latency * 1e6;
        const functions = [{ name: functionName, selfNs: durationNs / 2 }];
        return { ...makeProfile('after', at, latency), durationNs, functions };
      }),
    ),
  );
  return measureVariability(records);
}

test('what lies 1.5 times the distance of the quartiles away from them is far out', () => {
  expect(findFences([1, 2, 3, 4, 5])).toEqual({ low: -1, high: 7 });
});

describe.runIf(hasBrowser)('the page of variability', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('draws every run, and the one that is far out as a ring', async () => {
    const { complaints, page } = await browser.openText((style) =>
      renderVariabilityPage(makeVariability(), style),
    );
    const strip = page.locator('.strip').first();
    expect(await strip.locator('circle').count()).toBe(25);
    expect(await strip.locator('path').count()).toBe(5);
    expect(await strip.locator('circle.outlier').count()).toBe(1);
    expect(await strip.getAttribute('aria-label')).toMatch(/^latency: 25 runs .*, 1 far out$/);
    const box = await strip.boundingBox();
    expect(box?.width).toBeGreaterThan(400);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('names the code that varies', async () => {
    const { page } = await browser.openText((style) =>
      renderVariabilityPage(makeVariability(), style),
    );
    expect(await page.locator('ol').nth(1).innerText()).toContain('is in flush (src/disk.js:12)');
    await page.close();
  });

  test.each(['light', 'dark'] as const)('can be read in %s', async (scheme) => {
    const { page } = await browser.openText(
      (style) => renderVariabilityPage(makeVariability(), style),
      { scheme },
    );
    const [paper, ink] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
    const isDark = (colour = ''): boolean => Number(/\d+/.exec(colour)?.[0]) < 128;
    expect([isDark(paper), isDark(ink)]).toEqual([scheme === 'dark', scheme === 'light']);
    await page.close();
  });

  test('fits a phone, and wide tables scroll by themselves', async () => {
    const { page } = await browser.openText(
      (style) => renderVariabilityPage(makeVariability(), style),
      { width: 360 },
    );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.close();
  });

  test('shows names of strangers as text', async () => {
    const { complaints, page } = await browser.openText((style) =>
      renderVariabilityPage(makeVariability(hostile), style),
    );
    expect(await page.locator('img, script').count()).toBe(0);
    expect(await page.locator('ol').nth(1).innerText()).toContain('<img src=');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('shows how everything goes together, each pair twice', async () => {
    const found = makeVariability();
    const names = ['latency', 'cpu.total', 'host.steal'];
    const spearman = [
      [1, 0.91, -0.2],
      [0.91, 1, null],
      [-0.2, null, 1],
    ];
    const span = { test: 'upload', span: 'upload', annotations: {} };
    const { page } = await browser.openText((style) =>
      renderVariabilityPage({ ...found, correlations: [{ ...span, names, spearman }] }, style),
    );
    const matrix = page.locator('.matrix');
    expect(await matrix.locator('tbody tr').count()).toBe(3);
    expect(await matrix.getByText('.91', { exact: true }).count()).toBe(2);
    expect(await matrix.getByText('-.20', { exact: true }).count()).toBe(2);
    await page.close();
  });
});
