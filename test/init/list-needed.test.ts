import { expect, test } from 'vitest';
import { listNeeded } from '../../src/init/list-needed.ts';
import { makeFolder, writeFiles } from '../make-folder.ts';

test('commands need the files that they name, and the package and lock file of a folder', async () => {
  const root = makeFolder();
  const files = ['package.json', 'bun.lock', 'run.mjs', 'more.mjs', 'other.mjs'];
  writeFiles(root, Object.fromEntries(files.map((file) => [`benchmark/${file}`, ''])));
  writeFiles(root, { 'lib/bun.lock': '', 'package.json': '' });
  const needed = await listNeeded(root, [
    { command: ['npm', 'ci', '--prefix', 'benchmark'], because: '' },
    {
      command: ['node', '.', 'lib', './run.mjs', '../run.mjs'],
      directory: 'benchmark',
      because: '',
    },
    { command: ['node', '-e', "f(); import('./benchmark/more.mjs')"], because: '' },
  ]);
  expect(needed).toEqual(
    ['package.json', 'bun.lock', 'run.mjs', 'more.mjs'].map((file) => `benchmark/${file}`),
  );
});

test('what setup installs and what tests write is no file that a checkout has to have', async () => {
  const root = makeFolder();
  const made = ['.venv/bin/python', 'node_modules/.bin/tsx', 'lib/node_modules/a/package.json'];
  writeFiles(root, Object.fromEntries([...made, 'perigee-bench.json'].map((file) => [file, ''])));
  const [python = '', tsx = '', nested = ''] = made;
  const needed = await listNeeded(root, [
    { command: [python, '-m', 'a', '-o', 'perigee-bench.json'], because: '' },
    { command: [tsx, nested, 'node_modules/a'], directory: '.', because: '' },
    { command: ['node', 'node_modules/a'], directory: 'lib', because: '' },
  ]);
  expect(needed).toEqual([]);
});
