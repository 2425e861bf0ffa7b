import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { nameProgram, quoteWord } from '../../src/cli/program-name.ts';
import { makeFolder } from '../make-folder.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

/** Perigee's file in its package, and a repository beside it. */
function place(packageFolder: string): { program: string; root: string } {
  const program = join(folder, packageFolder, 'bin', 'perigee.mjs');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, '');
  const root = join(folder, 'repository');
  mkdirSync(root, { recursive: true });
  return { program, root };
}

function link(from: string, to: string): string {
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(to, from);
  return dirname(from);
}

test('a program of the PATH is called by its name', () => {
  const { program, root } = place('lib/node_modules/perigee');
  const path = link(join(folder, 'usr/bin/perigee'), program);
  expect(nameProgram(root, ['/nowhere', path].join(delimiter), program)).toBe('perigee');
});

test('what is installed in the repository is called through npx, also by npx itself', () => {
  const { program, root } = place('repository/node_modules/perigee');
  expect(nameProgram(root, '/nowhere', program)).toBe('npx perigee');
  const path = link(join(root, 'node_modules/.bin/perigee'), program);
  expect(nameProgram(root, path, program)).toBe('npx perigee');
});

test.each([
  ['packages around the repository', 'node_modules/perigee', 'npx perigee'],
  ['a folder of the repository', 'repository/benchmarks/node_modules/perigee', 'npx perigee'],
  ['what npx keeps', '.npm/_npx/0a1b/node_modules/perigee', 'npx perigee'],
  ['a folder beside the repository', 'tool/node_modules/perigee', undefined],
])('from %s, a command that can be pasted calls it', (_, packageFolder, expected) => {
  const { program, root } = place(packageFolder);
  expect(nameProgram(root, '', program)).toBe(expected ?? `node ${program}`);
});

test('from a folder beside the repository it is called as a person there would', () => {
  const { program, root } = place('tool/node_modules/perigee');
  link(join(folder, 'tool/node_modules/.bin/perigee'), program);
  const near = '../tool/node_modules/.bin/perigee';
  expect(nameProgram(root, '', program, root)).toBe(near);
  expect(nameProgram(root, '', program, folder)).toBe(`node ${program}`);
});

test('so is a folder that npm has linked into the repository', () => {
  const { program, root } = place('clone');
  link(join(root, 'node_modules/.bin/perigee'), program);
  expect(nameProgram(root, '', program)).toBe('npx perigee');
});

test('a clone that is nowhere linked is called by its file', () => {
  const { program, root } = place('my clone');
  const other = link(join(folder, 'usr/bin/perigee'), place('other').program);
  expect(nameProgram(root, other, program)).toBe(`node '${program}'`);
});

test('a program that npm put beside its packages, as on Windows, is called by its name', () => {
  const { program, root } = place('npm/node_modules/perigee');
  expect(nameProgram(root, join(folder, 'npm'), program)).toBe('perigee');
});

test.each(['plain/path-1.html', 'a b', "it's", '$HOME;`id`', '', 'naïve', '-n'])(
  'a shell reads %j as the one word that it was',
  (word) => {
    const echoed = execFileSync('sh', ['-c', `printf '%s|' ${quoteWord(word)}`]);
    expect(echoed.toString()).toBe(`${word}|`);
  },
);
