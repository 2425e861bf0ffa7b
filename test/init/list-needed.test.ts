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
