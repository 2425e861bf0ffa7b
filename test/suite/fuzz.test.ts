import { expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';

test.each<[string, string]>([
  ['lists in lists', '['.repeat(200_000)],
  ['maps in maps', '{a: '.repeat(100_000)],
  ['keys in keys', '? '.repeat(100_000)],
  ['entries in entries', '- '.repeat(100_000)],
  ['anchors', Array.from({ length: 50_000 }, (_, i) => `a${i}: &a${i} 1\n`).join('')],
  ['unknown keys', Array.from({ length: 100_000 }, (_, i) => `k${i}: 1\n`).join('')],
  ['one key, again and again', 'a: 1\n'.repeat(100_000)],
  ['lines that are no YAML', '}]\n'.repeat(100_000)],
  ['one long line', 'version: '.repeat(100_000)],
  ['tests that are few enough for all errors', `tests: [${'1, '.repeat(19_000)}]`],
  ['tests that are none', `tests: [${'1, '.repeat(200_000)}]`],
])('a file of nothing but %s is refused', (_, text) => {
  expect(() => parseSuite(text, 'perigee.yml')).toThrow(UserError);
});
