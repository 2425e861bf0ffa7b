import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  checkoutsFolder,
  clearMemory,
  isInMemory,
  memoryFolder,
  sharedFolders,
} from '../../../src/runner/worktrees/checkouts-folder.ts';
import { views } from '../stage/compare-versions.ts';
import { makeFolder } from '../stage/make-repository.ts';

test('each repository has one folder, outside of it and of what views lay something over', () => {
  const state = join(makeFolder(), '.perigee');
  const folder = checkoutsFolder(state);
  expect(folder).toBe(checkoutsFolder(state));
  expect(folder).not.toBe(checkoutsFolder(join(makeFolder(), '.perigee')));
  expect(folder).toMatch(/^\/var\/(cache|tmp)\/perigee-\d+\/[0-9a-f]{12}$/);
});

test('only the user may write above it, and names there tell nothing of the repository', () => {
  const { mode, uid } = statSync(join(checkoutsFolder('/my/project/.perigee'), '..'));
  expect(uid).toBe(process.getuid?.());
  expect(mode & 0o022).toBe(0);
  expect(checkoutsFolder('/my/project/.perigee')).not.toContain('project');
});

test('what views of all repositories share stands beside it', () => {
  const base = join(checkoutsFolder('/my/project/.perigee'), '..');
  expect(sharedFolders()).toEqual({ scratch: join(base, 's'), git: join(base, 'git', '.git') });
});

test('what a run keeps in memory goes with it, and the folder with the last run', () => {
  const state = join(makeFolder(), '.perigee');
  const folder = memoryFolder(state);
  for (const id of ['one', 'other']) mkdirSync(join(folder, id, 'kept'), { recursive: true });
  expect(isInMemory(folder)).toBe(true);
  expect(clearMemory(state, 'one')).toEqual([]);
  expect(['one', 'other'].map((id) => existsSync(join(folder, id)))).toEqual([false, true]);
  clearMemory(state, 'other');
  expect(existsSync(folder)).toBe(false);
  clearMemory(state, 'other');
});

test.skipIf(views?.rights !== 'root')('what cannot be removed from memory is named', () => {
  const state = join(makeFolder(), '.perigee');
  const busy = join(memoryFolder(state), 'one', 'busy');
  mkdirSync(busy, { recursive: true });
  execFileSync('mount', ['--types', 'tmpfs', 'none', busy]);
  expect(clearMemory(state, 'one')).toEqual([join(memoryFolder(state), 'one')]);
  execFileSync('umount', [busy]);
  expect(clearMemory(state, 'one')).toEqual([]);
});

test('what is not there is not in memory', () => {
  expect(isInMemory(join(makeFolder(), 'not there'))).toBe(false);
});

const module = new URL('../../../src/runner/worktrees/checkouts-folder.ts', import.meta.url);

/** In a namespace of mounts, in which the folders of the system are empty. */
describe.runIf(views?.rights === 'root')('where the usual folder', () => {
  /** @param script of root, in which `$one` and `$other` are the folders that are tried */
  function findWhere(script: string): string {
    const program = join(makeFolder(), 'find.ts');
    writeFileSync(
      program,
      `import { checkoutsFolder } from ${JSON.stringify(module.href)};
       try { console.log(checkoutsFolder('/x')); } catch ({ message }) { console.log(message); }`,
    );
    const [one, other] = ['/var/cache', '/var/tmp'];
    const prepare = `for at in ${one} ${other}; do mount -t tmpfs tmpfs $at; done; one=${one}/perigee-0 other=${other}/perigee-0; ${script}; exec "$@"`;
    const args = ['--mount', 'sh', '-c', prepare, 'sh', process.execPath, program];
    return execFileSync('unshare', args, { encoding: 'utf8' }).trim();
  }

  test.each([
    ['is not there', ':', /^\/var\/cache\/perigee-0\//],
    ['is of another user', 'mkdir $one; chown 1 $one', /^\/var\/tmp\/perigee-0\//],
    ['is open to others', 'mkdir $one; chmod 777 $one', /^\/var\/tmp\/perigee-0\//],
    ['is a link', 'mkdir /var/tmp/x; ln -s /var/tmp/x $one', /^\/var\/tmp\/perigee-0\//],
    ['and the next are no folders', 'touch $one $other', /perigee-0.* delete what is there/s],
  ])('%s, a safe one is found or you are asked for it', (_which, script, expected) => {
    expect(findWhere(script)).toMatch(expected);
  });
});
