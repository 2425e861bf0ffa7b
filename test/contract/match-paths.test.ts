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
  ['../../src/**', 'src/a.ts'],
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

test('thousands of long names are not looked through to their end: the change is measured', () => {
  const names = Array.from({ length: 3000 }, (_, place) => `docs/${'a/'.repeat(2000)}${place}`);
  for (const paths of [['**/*.md'], ['**/a/**/a/**/b'], ['src/**', '**x**y**z']]) {
    expect(isRelevant(names, { paths, ignore: [] })).toBe(true);
  }
  expect(isRelevant(names, { paths: ['src/**'], ignore: [] })).toBe(false);
  expect(isRelevant(names, { ignore: ['docs/**'] })).toBe(false);
});

test('patterns that lead to ever new places end too', () => {
  const letters = Array.from({ length: 4000 }, (_, place) => String.fromCodePoint(0x4e00 + place));
  const paths = Array.from({ length: 1000 }, (_, place) => `**${'a*'.repeat(200)}${place}`);
  expect(isRelevant([letters.join(''), 'a'.repeat(4000)], { paths, ignore: [] })).toBe(true);
});

test('a large honest change is looked through: 3000 files, 15 patterns', () => {
  const names = Array.from(
    { length: 3000 },
    (_, place) => `packages/ui/src/components/table/rows/row-${place}.test.snap`,
  );
  const ignore = Array.from({ length: 12 }, (_, place) => `docs/${place}/**`);
  const paths = ['server/**', 'tools/*/bin/*.js', '*.json'];
  expect(isRelevant(names, { paths, ignore })).toBe(false);
  expect(isRelevant(names, { paths: ['packages/**/*.ts'], ignore })).toBe(false);
});
