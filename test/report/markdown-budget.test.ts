import { describe, expect, test } from 'vitest';
import { type Block, fitBlocks, markdownLimitBytes } from '../../src/report/markdown-budget.ts';

const makeBlock = (name: string, rows: number, width = 20): Block => ({
  head: [`# ${name}`],
  rows: Array.from({ length: rows }, (_, row) => `${name} ${row} `.padEnd(width, '日')),
  tail: [`end of ${name}`],
  tellLeftOut: (count) => `${count} of ${name} left out`,
});

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

describe('blocks that fit', () => {
  test('are joined whole, without a word about what is left out', () => {
    expect(fitBlocks([makeBlock('a', 2), makeBlock('b', 0)])).not.toContain('left out');
  });
});

describe('blocks that do not fit', () => {
  test.each([200, 1000, 5000])('stay within %i bytes, cut between rows', (limit) => {
    const text = fitBlocks([makeBlock('a', 1000), makeBlock('b', 1000)], limit);
    expect(countBytes(text)).toBeLessThanOrEqual(limit);
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# |end of |\d+ of |[ab] \d+ 日*$)/);
    }
  });

  test('say how many rows are left out, those that never came here included', () => {
    const block = { ...makeBlock('a', 1000), alreadyLeftOut: 500 };
    const text = fitBlocks([block], 1000);
    const shown = text.split('\n').filter((line) => line.startsWith('a ')).length;
    expect(text).toContain(`${1500 - shown} of a left out`);
  });

  test('give later blocks a few rows before the first takes the rest', () => {
    const text = fitBlocks([makeBlock('a', 1000), makeBlock('b', 1000)], 2000);
    expect(text.match(/^b \d/gm)).toHaveLength(3);
    expect(text.match(/^a \d/gm)?.length).toBeGreaterThan(3);
  });

  test('lose the least important frame when even the frames are too much', () => {
    const text = fitBlocks([makeBlock('a', 1), makeBlock('b', 1)], 50);
    expect(text).toContain('# a');
    expect(text).not.toContain('# b');
  });
});

test('the limit is the smaller of the two that platforms set', () => {
  expect(markdownLimitBytes).toBe(65_535);
});
