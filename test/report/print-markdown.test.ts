import { describe, expect, test } from 'vitest';
import { type Block, fold, heading, list, note, paragraph } from '../../src/report/blocks.ts';
import { markdownLimitBytes, printMarkdown, printText } from '../../src/report/print-markdown.ts';

const makeBlocks = (name: string, rows: number): Block[] => [
  heading(name),
  ...list(
    Array.from({ length: rows }, (_, row) => `${name} ${row} ${'日'.repeat(10)}`),
    `of ${name}`,
    Infinity,
  ),
];

const countBytes = (text: string): number => new TextEncoder().encode(text).length;

test('blocks that fit are joined whole, without a word about what is left out', () => {
  expect(printMarkdown([...makeBlocks('a', 2), ...makeBlocks('b', 1)])).not.toContain('more of');
});

describe('blocks that do not fit', () => {
  const both = [...makeBlocks('a', 1000), ...makeBlocks('b', 1000)];

  test.each([200, 1000, 5000])('stay within %i bytes, cut between rows', (limitBytes) => {
    const text = printMarkdown(both, { limitBytes });
    expect(countBytes(text)).toBeLessThanOrEqual(limitBytes);
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^$|^(#### [ab]$|… and [\d,]+ more of [ab]$|- [ab] \d+ 日+$)/);
    }
  });

  test('say of one that it is one', () => {
    expect(printMarkdown(list(['a', 'b'], 'reasons', 1))).toContain('… and 1 more reason\n');
    expect(printMarkdown(list(['a', 'b'], 'series', 1))).toContain('… and 1 more series\n');
  });

  test('say how many rows are left out, those that never came here included', () => {
    const rows = Array.from({ length: 1500 }, (_, row) => `a ${row}`);
    const text = printMarkdown(list(rows, 'of a', 1000), { limitBytes: 1000 });
    const shown = text.split('\n').filter((line) => line.startsWith('- a ')).length;
    expect(text).toContain(`… and ${(1500 - shown).toLocaleString('en-US')} more of a`);
  });

  test('give later blocks a few rows before the first takes the rest', () => {
    const text = printMarkdown(both, { limitBytes: 2000 });
    expect(text.match(/^- b \d/gm)).toHaveLength(3);
    expect(text.match(/^- a \d/gm)?.length).toBeGreaterThan(3);
  });

  test('lose the last frame when even the frames are too much, and a heading with what it is of', () => {
    const text = printMarkdown([...makeBlocks('a', 1), ...makeBlocks('b', 1)], { limitBytes: 50 });
    expect(text).toContain('#### a');
    expect(text).not.toContain('#### b');
  });

  test('keep a fold closed whatever is cut in it', () => {
    const text = printMarkdown(fold('rest', both), { limitBytes: 900 });
    expect(text.match(/^<\/?details>$/gm)).toEqual(['<details>', '</details>']);
  });
});

test('the limit is the smaller of the two that platforms set', () => {
  expect(markdownLimitBytes).toBe(65_535);
});

test('a note keeps its lines, and is an alert where there are alerts', () => {
  const blocks = note('warning', ['one', 'two']);
  expect(printMarkdown(blocks)).toBe('> [!WARNING]\n> one\n>\n> two\n\n');
  expect(printMarkdown(blocks, { site: 'buildkite' })).toMatch(/^> ⚠️ \*\*Warning\.\*\*\n> one/);
});

test('a command in a sentence comes out whole', () => {
  const sentence = 'Find out why: `perigee variability --try priority` (some minutes).';
  expect(printMarkdown(paragraph(sentence))).toBe(`${sentence}\n\n`);
});

describe('pieces that touch', () => {
  test('stay two pieces of code', () => {
    expect(printText([{ code: 'a' }, { code: 'b' }])).toBe('`a` `b`');
  });

  test('make no picture of a link', () => {
    const link = { link: 'page', url: 'https://example.com' };
    expect(printText(['look!', link])).toBe('look! [page](https://example.com/)');
  });

  test('are one word to what looks for words', () => {
    expect(printText(['GH', '-12'])).toBe('`GH-12`');
  });
});

test('a figure never breaks, and what is none is a sentence', () => {
  expect(printText({ figure: '2.5 s (1 to 2)' })).toBe('2.5\u00a0s (1\u00a0to\u00a02)');
  expect(printText({ figure: '5 <b>' })).toBe('5 `<b>`');
});
