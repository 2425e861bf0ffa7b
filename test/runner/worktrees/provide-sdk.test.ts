import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { placeHome, provideSdk } from '../../../src/runner/worktrees/provide-sdk.ts';
import { makeFolder } from '../../make-folder.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { cleanEnvironment, makeRepository } from '../stage/make-repository.ts';

function stage(): { state: string; write(file: string, text: string): string } {
  const folder = makeFolder();
  const write = (file: string, text: string): string => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    return join(folder, file);
  };
  return { state: join(folder, '.perigee'), write };
}

const about = (main: string): string =>
  JSON.stringify({ name: 'perigee', type: 'module', exports: { '.': main } });

/** A package that tells who it is, and a test in a checkout that imports it. */
function stagePackage() {
  const { state, write } = stage();
  const home = dirname(write('home/package.json', about('./sdk.js')));
  write('home/sdk.js', "export const from = 'home';\n");
  const program = write(
    '.perigee/worktrees/1/head/bench.mjs',
    "import { from } from 'perigee';\nconsole.log(from);\n",
  );
  const run = (): string =>
    execFileSync(process.execPath, [program], { encoding: 'utf8', stdio: 'pipe' });
  return { state, write, home, run };
}

test('a test in a checkout without packages finds the SDK of the run', async () => {
  const { state, home, run } = stagePackage();
  expect(run).toThrow(/ERR_MODULE_NOT_FOUND/);
  await provideSdk(state, home);
  expect(run()).toBe('home\n');
});

test('so does one whose installation left a link to a clone that is not there', async () => {
  const { state, write, home, run } = stagePackage();
  write('.perigee/worktrees/1/head/node_modules/.package-lock.json', '{}');
  symlinkSync('../../elsewhere', join(state, 'worktrees/1/head/node_modules/perigee'));
  await provideSdk(state, home);
  expect(run()).toBe('home\n');
});

test('what the checkout has installed itself comes first', async () => {
  const { state, write, home, run } = stagePackage();
  write('.perigee/worktrees/1/head/node_modules/perigee/package.json', about('./own.js'));
  write('.perigee/worktrees/1/head/node_modules/perigee/own.js', "export const from = 'own';\n");
  await provideSdk(state, home);
  expect(run()).toBe('own\n');
});

test('the link follows the Perigee that runs', async () => {
  const { state, home } = stagePackage();
  const link = join(state, 'node_modules/perigee');
  await provideSdk(state, '/where/it/was');
  expect(readlinkSync(link)).toBe('/where/it/was');
  await provideSdk(state, home);
  await provideSdk(state, home);
  expect(readlinkSync(link)).toBe(home);
});

test('a Perigee in the repository is copied out of it, again where it is another, and forgotten after a week', async () => {
  const own = makeRepository({ a: '' });
  const repository = await openRepository(own.root, cleanEnvironment);
  const elsewhere = makeFolder();
  expect(await placeHome(elsewhere, repository)).toBe(elsewhere);
  const home = join(own.root, 'node_modules/perigee');
  own.write('node_modules/perigee/sdk/a.txt', 'one');
  own.write('node_modules/perigee/node_modules/b.txt', 'no part of it');
  const first = await placeHome(home, repository);
  expect(first.startsWith(own.root)).toBe(false);
  expect(readFileSync(join(first, 'sdk/a.txt'), 'utf8')).toBe('one');
  expect(existsSync(join(first, 'node_modules'))).toBe(false);
  expect(await placeHome(home, repository)).toBe(first);
  // A test of another run may write there.
  writeFileSync(join(first, 'sdk/a.txt'), 'changed');
  for (const name of ['sdk/json.py', 'sdk/__pycache__/a.pyc']) {
    mkdirSync(dirname(join(first, name)), { recursive: true });
    writeFileSync(join(first, name), '');
  }
  expect(await placeHome(home, repository)).toBe(first);
  expect(readdirSync(join(first, 'sdk'))).toEqual(['a.txt']);
  expect(readFileSync(join(first, 'sdk/a.txt'), 'utf8')).toBe('one');
  mkdirSync(join(first, 'sdk/__pycache__'));
  const { ino } = statSync(join(first, 'sdk'));
  await placeHome(home, repository);
  expect(statSync(join(first, 'sdk')).ino).toBe(ino);
  expect(readdirSync(join(first, 'sdk'))).toEqual(['a.txt']);

  own.write('node_modules/perigee/sdk/a.txt', 'two');
  utimesSync(first, 0, Date.now() / 1000 - 8 * 24 * 3600);
  const second = await placeHome(home, repository);
  expect(readFileSync(join(second, 'sdk/a.txt'), 'utf8')).toBe('two');
  expect(existsSync(first)).toBe(false);
  rmSync(second, { recursive: true });
});
