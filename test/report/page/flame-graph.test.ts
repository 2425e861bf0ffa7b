/** The functions that grew, in a real browser: by pointer, by keyboard and by screen reader. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explained } from '../fixtures/explained.ts';
import { type Browser, findBarriers, hasBrowser, startBrowser } from '../open-page.ts';

const listRows = (page: Page): Promise<string[]> =>
  page.locator('.flames[open] tbody th').allInnerTexts();
const listBoxes = (page: Page): Promise<string[]> =>
  page.locator('.flames[open] svg text').allTextContents();

describe.runIf(hasBrowser)('the flame graph', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  test('is searched, zoomed, and drawn for one side or thread', async () => {
    const { complaints, page } = await browser.open(explained);
    const flames = page.locator('.flames').first();
    const status = flames.getByRole('status');
    expect(await listBoxes(page)).toEqual(
      expect.arrayContaining(['hash +210 ms', 'read -10 ms', 'libuv-worker +10 ms']),
    );

    await flames.getByLabel('Search').fill('hash');
    expect(await status.innerText()).toBe('2 found: 35.5% of the time after, 25.0% before.');
    expect(await flames.locator('mark').allInnerTexts()).toEqual([
      'hash (src/map.js:41)',
      'hash (src/worker.js:3)',
    ]);
    expect(await findBarriers(page)).toEqual([]);
    await flames.getByLabel('Search').fill('');

    await flames.locator('svg text', { hasText: 'put' }).click();
    expect(await status.innerText()).toBe('put (src/map.js:30): 810 ms after, 57.4% of the whole.');
    expect(await listBoxes(page)).not.toContain('read -10 ms');
    await flames.getByRole('button', { name: 'Whole' }).click();
    expect(await listBoxes(page)).toContain('read -10 ms');

    await flames.getByLabel('Width').selectOption('before');
    await flames.getByLabel('Process or thread').selectOption('libuv-worker');
    expect((await listRows(page))[0]).toBe('libuv-worker');
    expect(await listBoxes(page)).toEqual([
      'libuv-worker +10 ms',
      'hash -10 ms',
      'deflate -100 ms',
    ]);
    expect(complaints).toEqual([]);
  });

  test('stands over a tree that opens on the way to what grew most, and moves by keyboard', async () => {
    const { page } = await browser.open(explained, { scheme: 'dark', width: 360 });
    const focused = page.locator('.flames tr:focus');
    const press = async (...keys: string[]): Promise<string> => {
      for (const key of keys) await page.keyboard.press(key);
      return focused.locator('th').innerText();
    };
    expect(await listRows(page)).toEqual([
      'node',
      'main (src/main.js:1)',
      'put (src/map.js:30)',
      'hash (src/map.js:41)',
      'read (src/read.js:5)',
      'libuv-worker',
    ]);
    await page.locator('.flames tr[tabindex="0"]').first().focus();
    expect(await press('ArrowDown', 'ArrowRight')).toBe('put (src/map.js:30)');
    expect(await press('ArrowLeft')).toBe('put (src/map.js:30)');
    expect(await focused.getAttribute('aria-expanded')).toBe('false');
    expect(await press('ArrowLeft')).toBe('main (src/main.js:1)');
    expect(await press('End', 'ArrowRight', 'ArrowRight')).toBe('hash (src/worker.js:3)');
    expect(await press('ArrowUp', 'Home')).toBe('node');
    expect(await press('ArrowDown', 'ArrowDown', 'Enter')).toBe('put (src/map.js:30)');
    expect(await focused.getAttribute('aria-selected')).toBe('true');
    expect(await focused.getAttribute('aria-expanded')).toBe('true');
    expect(await listBoxes(page)).not.toContain('read -10 ms');

    await page.locator('.flames > summary').nth(1).click();
    await expect.poll(() => page.locator('.flames svg').count()).toBe(2);
    const memory = page.locator('.flames').nth(1);
    expect(await memory.locator('tbody').innerText()).toContain('+20 MiB');
    expect(await findBarriers(page)).toEqual([]);
  });
});
