import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { SimilarFiles } from '../../../src/runner/code/similar-files.ts';
import { makeFolder } from '../stage/make-repository.ts';

const lines = (...more: readonly string[]): string =>
  [...Array.from({ length: 8 }, (_, i) => `  const line${i} = ${i};`), ...more].join('\n');

function find(name: string, text: string): string | undefined {
  const folder = makeFolder();
  const write = (path: string, content: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return join(folder, path);
  };
  write('after/src/work.js', lines('after'));
  write('before/src/work.js', lines('before'));
  const changed = new SimilarFiles(
    ['src/work.js', 'gone.js'],
    ['before', 'after'].map((side) => join(folder, side)),
  );
  return changed.find(write(`elsewhere/${name}`, text));
}

test.each([
  ['an edited copy', lines('// edited')],
  ['one with other white space', lines().replaceAll('  const', '\tconst')],
])('%s is found by its name and its lines', (_what, text) => {
  expect(find('old/work.js', text)).toBe('src/work.js');
});

test.each([
  ['another file of that name', 'work.js', 'export const other = 1;\n'],
  [
    'one that is mostly something else',
    'work.js',
    lines(...Array.from({ length: 20 }, (_, i) => `x${i}`)),
  ],
  ['a copy of another name', 'other.js', lines('// edited')],
  ['no code', 'work.json', lines()],
])('%s is none', (_what, name, text) => {
  expect(find(name, text)).toBeUndefined();
});

test('lines that all files have say nothing', () => {
  expect(find('work.js', '  const line1 = 1;\n  const line2 = 2;\n')).toBeUndefined();
});
