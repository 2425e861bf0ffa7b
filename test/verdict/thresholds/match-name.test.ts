import { expect, test } from 'vitest';
import { matchName } from '../../../src/verdict/thresholds/match-name.ts';

test.each([
  ['upload', 'upload', true],
  ['upload', 'uploads', false],
  ['*', '', true],
  ['*', 'anything at all', true],
  ['up*', 'upload', true],
  ['up*', 'sup', false],
  ['*load', 'download', true],
  ['*load', 'loaded', false],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'acb', false],
  ['ab*ba', 'aba', false],
  ['a**b', 'ab', true],
  ['.*', 'x', false],
])('%s against %s: %s', (pattern, name, fits) => {
  expect(matchName(pattern, name)).toBe(fits);
});

test('it agrees with a regular expression on all short words over a and b', () => {
  const words = ['', 'a', 'b'].flatMap((x) =>
    ['', 'a', 'b'].flatMap((y) => ['', 'a', 'b', 'ab'].map((z) => x + y + z)),
  );
  const patterns = words.flatMap((word) => [`*${word}`, `${word}*`, `${word}*a`, `a*${word}*b`]);
  for (const pattern of patterns) {
    const literal = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
    for (const word of words) {
      expect(matchName(pattern, word), `${pattern} against ${word}`).toBe(literal.test(word));
    }
  }
});

test('a pattern made to be slow is not', () => {
  expect(matchName(`${'*a'.repeat(500)}*b`, 'a'.repeat(20_000))).toBe(false);
});
