import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { copySync, examples, testSync } from './sync-copy.ts';

test('the synchroniser passes its own tests', () => {
  using copy = copySync();
  const { status, output } = testSync(copy.root);
  expect(output).toMatch(/^. pass 1\d$/m);
  expect(status, output).toBe(0);
});

test('its suite is valid and has the tests that the documentation names', async () => {
  const suite = await loadSuite(join(examples, 'sync', 'perigee.yml'));
  expect(suite.tests.map(({ name }) => name)).toEqual([
    'upload 10,000 files of 1 kB',
    'download 10,000 files of 1 kB',
    'one file of 256 MB',
    'rename a tree',
    'record 1,600 files in the index',
  ]);
});
