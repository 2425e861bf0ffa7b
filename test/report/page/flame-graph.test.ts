/** The functions that grew, in a real browser: by pointer, by keyboard and by screen reader. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMostGrown, type FlameNode, growTree } from '../../../src/report/flame-tree.ts';
import { layOutFlames, searchFlames } from '../../../src/report/page/lay-out-flames.ts';
import { explained, makeStacks } from '../fixtures/explained.ts';
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

const nodes = growTree(
  makeStacks(
    [
      ['main', -1, 80, 90],
      ['put', 0, 60, 80],
      ['hash', 1, 20, 50],
      ['rehash', 2, 10, 40],
      ['gone', 0, 20, 0],
      ['worker', -1, 20, 10],
      ['hash', 5, 10, 5],
    ],
    1,
  ) ?? [],
);
const roots = nodes.filter(({ caller }) => caller === undefined);
const named = (name: string): FlameNode => nodes.find((node) => node.name === name) ?? nodes[0]!;
const draw = (...[whole, side]: Parameters<typeof layOutFlames>): string[] =>
  layOutFlames(whole, side).map(
    ({ from, node, row, to }) =>
      `${row} ${node.name} ${Math.round(from * 100)}-${Math.round(to * 100)}`,
  );

describe('the boxes of a flame graph', () => {
  test('are as wide as what each function takes, below the one that calls it', () => {
    expect(draw(roots, 'after')).toEqual([
      ...['0 main 0-90', '1 put 0-80', '2 hash 0-50', '3 rehash 0-40'],
      ...['0 worker 90-100', '1 hash 90-95'],
    ]);
    expect(draw(roots, 'before')).toContain('1 gone 60-80');
  });

  test('of one function fill the width, with the nearest callers above it', () => {
    expect(draw([named('hash')], 'after')).toEqual([
      ...['0 main 0-100', '1 put 0-100', '2 hash 0-100', '3 rehash 0-80'],
    ]);
    expect(draw([named('gone')], 'after')).toEqual([]);
  });

  test('leave out what is narrower than a thousandth, and never stick out of their caller', () => {
    const odd = growTree(
      makeStacks(
        [
          ['main', -1, 1, 1000],
          ['left', 0, 1, 900],
          ['right', 0, 1, 1100],
          ['speck', 2, 0, 0.9],
        ],
        1,
      ) ?? [],
    );
    expect(draw(odd.slice(0, 1), 'after')).toEqual([
      ...['0 main 0-100', '1 left 0-45', '1 right 45-100'],
    ]);
  });
});

test('stacks may be thousands deep', () => {
  const deep = growTree(
    makeStacks(
      Array.from({ length: 3000 }, (_, index) => [`f${index}`, index - 1, 1, 1]),
      1,
    ) ?? [],
  );
  expect(layOutFlames(deep.slice(0, 1), 'after').at(-1)?.row).toBe(2999);
  expect(searchFlames(deep.slice(0, 1), 'f').nodes.size).toBe(3000);
});

test('a search counts what a function and those it calls take once', () => {
  const { nodes: found, share } = searchFlames(roots, ' HASH');
  expect([...found].map(({ name }) => name)).toEqual(['hash', 'rehash', 'hash']);
  expect(share).toEqual({ before: 0.3, after: 0.55 });
  expect(searchFlames(roots, ' ').nodes.size).toBe(0);
});

test('the most grown function is the one that itself takes more, and not what it calls', () => {
  expect(findMostGrown(nodes)?.name).toBe('rehash');
});
