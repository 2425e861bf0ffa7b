import { expect, test } from 'vitest';
import { countTrials } from '../nightly.ts';
import { UserError } from '../../src/contract/user-error.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';

/** Enough to hang a reader whose time grows by the square. */
const many = countTrials({ byNight: 100_000, byDay: 20_000 });

test.each<[string, string]>([
  ['lists in lists', '['.repeat(2 * many)],
  ['maps in maps', '{a: '.repeat(many)],
  ['keys in keys', '? '.repeat(many)],
  ['entries in entries', '- '.repeat(many)],
  ['anchors', Array.from({ length: many / 2 }, (_, i) => `a${i}: &a${i} 1\n`).join('')],
  ['unknown keys', Array.from({ length: many }, (_, i) => `k${i}: 1\n`).join('')],
  ['one key, again and again', 'a: 1\n'.repeat(many)],
  ['lines that are no YAML', '}]\n'.repeat(many)],
  ['one long line', 'version: '.repeat(many)],
  ['tests that are few enough for all errors', `tests: [${'1, '.repeat(19_000)}]`],
  ['tests that are none', `tests: [${'1, '.repeat(2 * many)}]`],
])('a file of nothing but %s is refused', (_, text) => {
  expect(() => parseSuite(text, 'perigee.yml')).toThrow(UserError);
});
