import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isBuildOutput, isCodeFile } from '../../../src/runner/code/build-output.ts';
import { makeFolder } from '../stage/make-repository.ts';

function make(files: Readonly<Record<string, string>>): string {
  const root = makeFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const elf = '\u007fELF and more';

test.each([
  ['a folder of builds', 'dist', {}],
  ['one in a workspace', 'packages/a/dist', {}],
  ['a file in one', 'target/release/tool', {}],
  ['a folder of CMake', 'cmake-build-debug', {}],
  ['an object', 'src/mod.o', {}],
  ['a library with a version', 'lib/libmod.so.1.2', {}],
  ['what a script of TypeScript became', 'src/a.js', { 'src/a.ts': '' }],
  ['its map', 'src/a.js.map', { 'src/a.ts': '' }],
  ['its declarations', 'src/a.d.ts', { 'src/a.ts': '' }],
  ['a program', 'bench', { bench: elf }],
])('%s is the output of a build', (_what, path, files: Record<string, string>) => {
  expect(isBuildOutput(make(files), path)).toBe(true);
});

test.each([
  ['settings', '.env', { '.env': 'A=1' }],
  ['data', 'data/big.csv', { 'data/big.csv': '1,2' }],
  ['a script without a source beside it', 'local.js', { 'local.js': '' }],
  ['a folder of anything', 'data', { 'data/x': '' }],
  ['an empty file', 'empty', { empty: '' }],
])('%s is none', (_what, path, files: Record<string, string>) => {
  expect(isBuildOutput(make(files), path)).toBe(false);
});

test('code is what a program is made of, and not what it reads', () => {
  const root = make({ 'a.mjs': '', 'a.PY': '', 'a.csv': '', 'a.json': '', a: '' });
  const code = ['a.mjs', 'a.PY', 'a.csv', 'a.json', 'a'].filter((name) =>
    isCodeFile(join(root, name)),
  );
  expect(code).toEqual(['a.mjs', 'a.PY']);
});
