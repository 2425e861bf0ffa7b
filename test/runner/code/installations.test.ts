import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  findInstallation,
  isInstalledFrom,
  isLock,
} from '../../../src/runner/code/installations.ts';
import { makeFolder } from '../stage/make-repository.ts';

test.each([
  ['node_modules/a/index.js', 'node_modules'],
  ['packages/one/node_modules/a/index.js', 'packages/one/node_modules'],
  ['env/bin/python', 'env'],
  ['lib/python3/site-packages/a.py', 'lib/python3/site-packages'],
  ['src/w.egg-info/PKG-INFO', 'src/w.egg-info'],
  ['.pnp.cjs', '.'],
  ['dist/index.js', undefined],
  ['src/my_node_modules/a.js', undefined],
])('%s is in the installation %s', (path, expected) => {
  const root = makeFolder();
  mkdirSync(join(root, 'env'));
  writeFileSync(join(root, 'env', 'pyvenv.cfg'), '');
  expect(findInstallation(root, path)).toBe(expected);
});

test('lock files name the packages to install, others do not', () => {
  const names = ['package-lock.json', 'requirements-dev.txt', 'uv.lock', 'bun.lockb'];
  expect(names.filter(isLock)).toEqual(names);
  expect(['package.json', 'requirements.md', 'my-yarn.lock', 'Cargo.lock'].filter(isLock)).toEqual(
    [],
  );
});

describe('a file outside comes from a worktree', () => {
  const root = '/home/me/my project';
  const url = 'file:///home/me/my%20project';
  const elf = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

  /** @returns whether the one with the content was installed from the worktree */
  function judge(
    path: string,
    content: string | Buffer,
    others: Record<string, string>,
    mode = 0o644,
  ) {
    const folder = makeFolder();
    const write = (name: string, text: string | Buffer, rights?: number): string => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text, { mode: rights });
      return join(folder, name);
    };
    for (const [name, text] of Object.entries(others)) write(name, text);
    return isInstalledFrom(write(path, content, mode), [root]);
  }

  const packageOf = (source: string, record = 'w/__init__.py,sha256=x,10\n', info = {}) => ({
    'site-packages/w-1.dist-info/direct_url.json': JSON.stringify({ url: source, dir_info: info }),
    'site-packages/w-1.dist-info/RECORD': record,
  });

  test.each<[string, boolean, Record<string, string>]>([
    ['pip installed it from there', true, packageOf(url)],
    ['pip installed it from a folder in it', true, packageOf(`${url}/python`)],
    ['pip leads there from it', false, packageOf(url, undefined, { editable: true })],
    ['pip installed it from a folder of a similar name', false, packageOf(`${url}-2`)],
    ['pip installed another file from there', false, packageOf(url, 'v.py,,\n')],
    [
      'pip installed it from an index',
      false,
      { 'site-packages/w-1.dist-info/RECORD': 'w/__init__.py,,' },
    ],
  ])('where %s: %s', (_how, expected, others) => {
    expect(judge('site-packages/w/__init__.py', 'side = 1', others)).toBe(expected);
  });

  const crates = (source: string, program = 'app') => ({
    '.crates.toml': `[v1]\n"app 0.1.0 (${source})" = ["${program}"]\n`,
  });

  test.each<[string, boolean, Record<string, string>]>([
    ['cargo installed it from there', true, crates(`path+${url}`)],
    ['cargo installed it from a registry', false, crates('registry+https://example.org')],
    ['cargo installed another program from there', false, crates(`path+${url}`, 'other')],
    ['cargo installed it from a folder of a similar name', false, crates(`path+${url}-2`)],
  ])('where %s: %s', (_how, expected, others) => {
    expect(judge('bin/app', 'program', others, 0o755)).toBe(expected);
  });

  test.each<[string, boolean, string, string, number]>([
    ['a program names its sources', true, 'app', `${root}/src/main.c`, 0o755],
    ['a library names its sources', true, 'libapp.so.1', `${root}/src/main.c`, 0o644],
    ['a program names others', false, 'app', `${root}-2/src/main.c`, 0o755],
    ['nobody may execute the file', false, 'app.data', `${root}/src/main.c`, 0o644],
  ])('where %s: %s', (_how, expected, name, text, mode) => {
    const content = Buffer.concat([elf, Buffer.from(`\0${text}\0`)]);
    expect(judge(name, content, {}, mode)).toBe(expected);
  });

  test('wherever in a large program it is named', () => {
    const program = Buffer.concat([elf, Buffer.alloc(3 * 2 ** 20)]);
    for (const at of [2 ** 20 - 3, 2 ** 20, program.length - root.length - 1]) {
      const naming = Buffer.from(program);
      naming.write(`${root}/`, at);
      expect(judge('app', naming, {}, 0o755), String(at)).toBe(true);
    }
    expect(judge('app', program, {}, 0o755)).toBe(false);
  });

  test('but not where a script names it', () => {
    expect(judge('app', `#!/bin/sh\ncat ${root}/notes\n`, {}, 0o755)).toBe(false);
  });
});

test('a pipe in the place of a library or of the notes of an installation is not waited for', () => {
  const folder = makeFolder();
  const at = (name: string): string => join(folder, 'site-packages', name);
  mkdirSync(at('w-1.dist-info'), { recursive: true });
  writeFileSync(at('w-1.dist-info/RECORD'), 'w.so,,\n');
  execFileSync('mkfifo', [at('w-1.dist-info/direct_url.json'), at('w.so')]);
  expect(isInstalledFrom(at('w.so'), ['/home/me/project'])).toBe(false);
});
