import { expect, test } from 'vitest';
import { isRelevant } from '../../src/contract/match-paths.ts';

const fits = (pattern: string, path: string) =>
  isRelevant([path], { paths: [pattern], ignore: [] });

test.each([
  ['src/**', 'src/a.ts'],
  ['src/**', 'src/deep/er/a.ts'],
  ['src/**', 'src/.hidden/a'],
  ['**', '.env'],
  ['*', '.env'],
  ['*.json', 'package.json'],
  ['**.md', 'docs/deep/a.md'],
  ['**.md', 'a.md'],
  ['**/bench/**', 'bench/a.mjs'],
  ['**/bench/**', 'packages/x/bench/a.mjs'],
  ['packages/*/src/**', 'packages/x/src/a.ts'],
  ['src/**/*.ts', 'src/a.ts'],
  ['src/**/*.ts', 'src/a/b/c.ts'],
  ['a**z', 'a/b/z'],
  ['src/*', 'src/ä 𝒳.ts'],
  ['c++/a.c', 'c++/a.c'],
  ['a*b*c', 'aXbXbc'],
])('%s fits %s', (pattern, path) => {
  expect(fits(pattern, path)).toBe(true);
});

test.each([
  ['src', 'src/a.ts'],
  ['src/**', 'lib/src/a.ts'],
  ['src/**', 'src'],
  ['src/*', 'src/deep/a.ts'],
  ['*.json', 'lib/package.json'],
  ['**/bench/**', 'workbench/a.mjs'],
  ['**/bench/**', 'a/workbench/x'],
  ['a.c', 'abc'],
  ['src/**/*.ts', 'src/a.tsx'],
  ['SRC/**', 'src/a.ts'],
  ['src/.*', 'src/a'],
])('%s does not fit %s', (pattern, path) => {
  expect(fits(pattern, path)).toBe(false);
});

test('without patterns every change has to be measured, even one that lists no file', () => {
  expect(isRelevant([], { ignore: [] })).toBe(true);
  expect(isRelevant(['a'], { ignore: [] })).toBe(true);
});

test('a change that is too large to list has to be measured, whatever the patterns are', () => {
  expect(isRelevant(undefined, { paths: ['src/**'], ignore: ['**'] })).toBe(true);
});

test('one file that counts is enough, and what is ignored never counts', () => {
  const gate = { paths: ['src/**'], ignore: ['**.md', 'src/docs/**'] };
  expect(isRelevant(['README.md', 'src/a.ts'], gate)).toBe(true);
  expect(isRelevant(['README.md', 'src/README.md', 'src/docs/a.ts'], gate)).toBe(false);
  expect(isRelevant(['docs/a.md'], { ignore: ['docs/**'] })).toBe(false);
  expect(isRelevant(['docs/a.md', 'lib/a.js'], { ignore: ['docs/**'] })).toBe(true);
});

test('a name made to keep a pattern busy takes steps in proportion to its length', () => {
  // Tried one way after the other, this would take longer than the sun shines.
  const name = `${'a/'.repeat(2000)}b`;
  expect(fits('**a**a**a**a**a**a**a**a**c', name)).toBe(false);
  expect(fits('**/*a*/**/*a*/**/*a*/**/b', name)).toBe(true);
});
