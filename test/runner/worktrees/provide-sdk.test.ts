import { execFileSync } from 'node:child_process';
import { mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { provideSdk } from '../../../src/runner/worktrees/provide-sdk.ts';
import { makeFolder } from '../../make-folder.ts';

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
