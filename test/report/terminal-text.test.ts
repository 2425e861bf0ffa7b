import { describe, expect, test } from 'vitest';
import { renderTerminal } from '../../src/report/render-terminal.ts';
import {
  countColumns,
  createPaint,
  cutToColumns,
  padToColumns,
  wrapToColumns,
} from '../../src/report/terminal-text.ts';
import { verdicts } from './fixtures/verdicts.ts';

describe.each(Object.entries(verdicts))('the verdict %s', (_name, verdict) => {
  test.each([80, 100])('fits %i columns', (columns) => {
    const text = renderTerminal(verdict, { colour: false, columns });
    // A command to paste has a line of its own.
    const lines = text.split('\n').filter((line) => !line.startsWith('  npx perigee patch '));
    const wide = lines.filter((line) => countColumns(line) > columns);
    expect(wide).toEqual([]);
  });

  test('holds no control character but the line end', () => {
    const text = renderTerminal(verdict, { colour: false, columns: 80 });
    expect(text.replaceAll('\n', '')).not.toMatch(
      /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u,
    );
  });

  test('says the same with colour as without', () => {
    const colour = renderTerminal(verdict, { colour: true, columns: 80 });
    const stripped = colour.split('\u001b').map((part, index) => {
      return index === 0 ? part : part.replace(/^\[\d+m/, '');
    });
    expect(stripped.join('')).toBe(renderTerminal(verdict, { colour: false, columns: 80 }));
  });
});

test.each([
  ['plain', 5],
  ['日本', 4],
  ['e\u0301', 1],
  ['🚀', 2],
  ['👩\u200d🚀', 2],
  ['한글', 4],
  ['→ ✗', 3],
])('%s takes %i columns', (text, columns) => {
  expect(countColumns(text)).toBe(columns);
});

test('cutting never splits what is drawn over two columns', () => {
  expect(cutToColumns('日本語', 4)).toBe('日…');
  expect(cutToColumns('日本語', 6)).toBe('日本語');
});

test('padding counts columns and not characters', () => {
  expect(padToColumns('日本', 6)).toBe('日本  ');
});

describe('wrapping', () => {
  test('keeps every line within the columns, a longer word included', () => {
    const lines = wrapToColumns(`short ${'x'.repeat(100)} 日本語`.repeat(3), 40, '    ');
    for (const line of lines) expect(countColumns(line)).toBeLessThanOrEqual(40);
    expect(lines.every((line) => line.startsWith('    '))).toBe(true);
  });

  test('gives no line for no text', () => {
    expect(wrapToColumns('', 40)).toEqual([]);
  });
});

test('without colour the painter leaves the text as it is', () => {
  expect(createPaint(false)('bad', 'x')).toBe('x');
  expect(createPaint(true)('bad', 'x')).toBe('\u001b[31mx\u001b[0m');
});
