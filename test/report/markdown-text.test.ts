import { describe, expect, test } from 'vitest';
import { printText } from '../../src/report/print-markdown.ts';
import { formatCode, formatMarker, formatProse } from '../../src/report/markdown-text.ts';
import { hostileTexts } from './fixtures/hostile-names.ts';
import { dropCode, listActiveText, splitRow } from './read-markdown.ts';

describe('a name', () => {
  test.each([
    ['upload 1,000 files', '`upload 1,000 files`'],
    ['a`b', '``a`b``'],
    ['`a``', '``` `a`` ```'],
    ['a|b', '`a|b`'],
  ])('%s stands in code as it is: %s', (name, code) => {
    expect(formatCode(name)).toBe(code);
  });

  test('keeps its pipes in a table, but for those after a backslash', () => {
    expect(formatCode('a|b', true)).toBe('`a\\|b`');
    expect(formatCode('a\\|b', true)).toBe('`a\\¦b`');
  });

  test.each(hostileTexts)('never leaves its cell or its code: %s', (text) => {
    const row = `| ${formatCode(text, true)} | ${formatProse(text, true)} | end |`;
    expect(splitRow(row)).toHaveLength(3);
    expect(dropCode(formatCode(text))).toBe('');
  });
});

describe('a sentence', () => {
  test('of plain words stays as it is', () => {
    const text =
      'Time went up by 12.5% (10 pairs), more than the tests’ own “work”; look for a livelock.';
    expect(formatProse(text)).toBe(text);
  });

  test.each([
    ['ask @someone now', 'ask `@someone` now'],
    ['see #12 there', 'see `#12` there'],
    ['see GH-12, there', 'see `GH-12`, there'],
    ['at 0123456789abcdef0 there', 'at `0123456789abcdef0` there'],
    ['a <b> c', 'a `<b>` c'],
    ['1. first', '`1`. first'],
    ['- item', '`-` item'],
    ['  1. first', '`1`. first'],
    ['see c0ffee1,GH-12,c0ffee2 there', 'see `c0ffee1,GH-12,c0ffee2` there'],
    ['deadbeef is a word, not a commit: c0ffee1', 'deadbeef is a word, not a commit: `c0ffee1`'],
  ])('%s: what a site would act on becomes code', (text, shown) => {
    expect(formatProse(text)).toBe(shown);
  });

  test.each(hostileTexts)('has nothing left that a site acts on: %s', (text) => {
    expect(listActiveText(formatProse(text))).toEqual([]);
  });
});

test('a marker cannot end its comment early', () => {
  expect(formatMarker('perigee:a --> <b>--\n')).toBe('<!-- perigee:a - b-  -->');
});

test('the address of a link cannot end early, and only web addresses are linked', () => {
  expect(printText({ link: { code: 'log' }, url: 'https://example.com/a(b)|c d' })).toBe(
    '[`log`](https://example.com/a%28b%29%7Cc%20d)',
  );
  expect(printText({ link: 'log', url: 'javascript:alert(1)' })).toBe('log');
  expect(printText({ link: 'log', url: 'not an address' })).toBe('log');
});

test('a marker that was read from a page makes the same marker again', () => {
  for (const name of ['a->-b', '--', 'a->->->b', '-<!---->-']) {
    const shown = formatMarker(name);
    expect(formatMarker(shown.slice('<!-- '.length, -' -->'.length))).toBe(shown);
    expect(shown.slice(4, -3)).not.toMatch(/--|[<>]/);
  }
});
