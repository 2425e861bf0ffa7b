import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

test('its setup makes the same files each time, so a change that touches nothing has no test measured', () => {
  const [one, other] = [makeData(), makeData()];
  expect(one.size).toBeGreaterThan(600);
  expect(other).toEqual(one);
});

/** What each file of the prepared folder holds, of fewer and smaller files than in the suite. */
function makeData(): Map<string, string> {
  using copy = copySync();
  const sizes = join(copy.root, 'bench', 'prepared.js');
  const text = readFileSync(sizes, 'utf8')
    .replace('10_000', '300')
    .replace('256_000_000', '2_000_000');
  writeFileSync(sizes, text);
  execFileSync(process.execPath, ['bench/prepare.js'], { cwd: copy.root });
  const folder = join(copy.root, '.bench');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}
