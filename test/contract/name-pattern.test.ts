import { expect, test } from 'vitest';
import { filterNames, matchesName } from '../../src/contract/name-pattern.ts';

test.each([
  ['upload', 'upload', true],
  ['upload', 'uploads', false],
  ['upload', 'Upload', false],
  ['cpu.*', 'cpu.user', true],
  ['cpu.*', 'cpuXuser', false],
  ['*', '', true],
  ['**', 'anything', true],
  ['*load', 'upload', true],
  ['*load', 'uploads', false],
  ['up*1*kB', 'upload 10,000 files of 1 kB', true],
  ['up*1*kB', 'upload 10,000 files of 1 MB', false],
  ['a*b', 'a*b', true],
  ['[a]', 'a', false],
  ['', 'a', false],
])('%j against %j is %s', (pattern, name, fits) => {
  expect(matchesName(pattern, name)).toBe(fits);
});

test('a pattern of many stars over a long name is decided at once', () => {
  expect(matchesName('a*'.repeat(100) + 'b', 'a'.repeat(200))).toBe(false);
});

test('names that fit several patterns are listed once, in their own order', () => {
  expect(filterNames(['b*', '*a'], ['a', 'ba', 'c'])).toEqual(['a', 'ba']);
});
