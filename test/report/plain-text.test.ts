import { expect, test } from 'vitest';
import { makePlain } from '../../src/report/plain-text.ts';

test.each([
  ['an escape sequence', '\u001b[31mred', '[U+001B][31mred'],
  ['the one-byte form of it', '\u009b31m', '[U+009B]31m'],
  ['a right-to-left override', 'a\u202eb', 'a[U+202E]b'],
  ['a zero-width space', 'a\u200bb', 'a[U+200B]b'],
  ['an invisible tag', 'a\u{e0041}b', 'a[U+E0041]b'],
  ['half a surrogate pair', 'a\ud800b', 'a\ufffdb'],
])('%s becomes visible', (_what, text, plain) => {
  expect(makePlain(text)).toBe(plain);
});

test('line breaks and tabs become one space', () => {
  expect(makePlain('a\r\n\tb\nc')).toBe('a b c');
});

test('letters of every script and joined emoji stay as they are', () => {
  const text = 'naïve 日本語 العربية हिन्दी 👩\u200d🚀';
  expect(makePlain(text)).toBe(text);
});
