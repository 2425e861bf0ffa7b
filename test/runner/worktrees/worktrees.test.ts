import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository, type Repository } from '../../../src/runner/revisions/repository.ts';
import { checkoutsFolder } from '../../../src/runner/worktrees/checkouts-folder.ts';
import { addWorktrees, type Worktrees } from '../../../src/runner/worktrees/add-worktrees.ts';
import { findOwner } from '../../../src/runner/worktrees/claim-folder.ts';
import { removeStaleWorktrees } from '../../../src/runner/worktrees/remove-stale.ts';
import { makeStateDirectory } from '../../../src/runner/worktrees/state-directory.ts';
import { cleanEnvironment, makeFolder, makeRepository } from '../stage/make-repository.ts';

interface Scene {
  root: string;
  repository: Repository;
  state: string;
  commits: { before: string; after: string };
  git(...args: string[]): string;
}

async function makeScene(): Promise<Scene> {
  const { root, git, write, commit } = makeRepository({ 'work.txt': 'before' });
  const before = git('rev-parse', 'HEAD');
  write('work.txt', 'after');
  const after = commit('after');
  const repository = await openRepository(root, cleanEnvironment);
  return {
    root,
    repository,
    state: await makeStateDirectory(repository),
    commits: { before, after },
    git,
  };
}

function checkoutsOf({ before, after }: Worktrees): [before: string, after: string] {
  return [before[0] ?? '', after[0] ?? ''];
}

test('both sides are checked out under paths of equal length, and nothing of it stays', async () => {
  const { repository, state, commits, git } = await makeScene();
  const worktrees = await addWorktrees(repository, state, 'one', commits);
  const [before, after] = checkoutsOf(worktrees);
  expect(before.length).toBe(after.length);
  expect(readFileSync(join(before, 'work.txt'), 'utf8')).toBe('before');
  expect(readFileSync(join(after, 'work.txt'), 'utf8')).toBe('after');
  expect(git('status', '--porcelain')).toBe('');
  writeFileSync(join(after, 'made by a test'), '');
  expect(await worktrees.remove()).toEqual([]);
  expect(existsSync(checkoutsFolder(state))).toBe(false);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('builds of a side have paths of different lengths, and those of both sides the same', async () => {
  const { repository, state, commits, git } = await makeScene();
  const worktrees = await addWorktrees(repository, state, 'one', commits, { builds: 3 });
  const lengths = (paths: readonly string[]): number[] => paths.map((path) => path.length);
  expect(lengths(worktrees.before)).toEqual(lengths(worktrees.after));
  expect(new Set(lengths(worktrees.before)).size).toBe(3);
  const texts = worktrees.after.map((path) => readFileSync(join(path, 'work.txt'), 'utf8'));
  expect(texts).toEqual(['after', 'after', 'after']);
  expect(await worktrees.remove()).toEqual([]);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('hooks of the repository do not run in a checkout', async () => {
  const { root, repository, state, commits } = await makeScene();
  const hook = join(root, '.git/hooks/post-checkout');
  mkdirSync(dirname(hook), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\ntouch ${root}/hooked\n`, { mode: 0o755 });
  const worktrees = await addWorktrees(repository, state, 'one', commits);
  await worktrees.remove();
  expect(existsSync(join(root, 'hooked'))).toBe(false);
});

test('of a side without a commit nothing is checked out', async () => {
  const { repository, state, commits, git } = await makeScene();
  const worktrees = await addWorktrees(repository, state, 'one', { after: commits.after });
  const [before, after] = checkoutsOf(worktrees);
  expect(existsSync(before)).toBe(false);
  expect(readFileSync(join(after, 'work.txt'), 'utf8')).toBe('after');
  expect(git('worktree', 'list').split('\n')).toHaveLength(2);
  expect(await worktrees.remove()).toEqual([]);
});

test('a commit that is not there leaves nothing behind', async () => {
  const { repository, state, commits, git } = await makeScene();
  const bad = { ...commits, after: 'f'.repeat(40) };
  await expect(addWorktrees(repository, state, 'one', bad)).rejects.toThrow(
    /could not be checked out/,
  );
  expect(existsSync(checkoutsFolder(state))).toBe(false);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('what a killed run left is removed at the next start; a living run keeps its own', async () => {
  const { repository, state, commits, git } = await makeScene();
  await addWorktrees(repository, state, 'killed', commits);
  const living = await addWorktrees(repository, state, 'living', commits);
  const owner = join(checkoutsFolder(state), 'killed.owner');
  writeFileSync(owner, `{"pid":${process.pid},"started":"1"}`);
  await removeStaleWorktrees(repository, state);
  expect(readdirSync(checkoutsFolder(state)).sort()).toEqual(['living', 'living.owner']);
  expect(git('worktree', 'list').split('\n')).toHaveLength(3);
  expect(await findOwner(join(checkoutsFolder(state), 'living'))).toBe(process.pid);
  await living.remove();
});

test('a run whose folder was deleted by hand can be set up again under the same name', async () => {
  const { repository, state, commits } = await makeScene();
  const first = await addWorktrees(repository, state, 'one', commits);
  rmSync(first.folder, { recursive: true });
  const again = await addWorktrees(repository, state, 'one', commits);
  expect(readFileSync(join(checkoutsOf(again)[1], 'work.txt'), 'utf8')).toBe('after');
  expect(await again.remove()).toEqual([]);
});

test("the user's own worktree on a disk that is not mounted is not forgotten", async () => {
  const { repository, state, commits, git } = await makeScene();
  const own = join(makeFolder(), 'own');
  git('worktree', 'add', '--quiet', '--detach', own, 'HEAD');
  rmSync(own, { recursive: true });
  const worktrees = await addWorktrees(repository, state, 'one', commits);
  await worktrees.remove();
  await removeStaleWorktrees(repository, state);
  expect(git('worktree', 'list')).toContain(own);
});

test('worktrees that git remembers by a relative path are forgotten too', async () => {
  const { root, repository, state, commits, git } = await makeScene();
  const worktrees = await addWorktrees(repository, state, 'one', commits);
  const register = join(root, '.git/worktrees');
  for (const name of readdirSync(register)) {
    const file = join(register, name, 'gitdir');
    const path = readFileSync(file, 'utf8').trim();
    writeFileSync(file, `${relative(join(register, name), path)}\n`);
  }
  expect(await worktrees.remove()).toEqual([]);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('git sees nothing of the state directory', async () => {
  const { root, state, git } = await makeScene();
  writeFileSync(join(state, 'file'), '');
  expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
  expect(readFileSync(join(root, '.perigee/.gitignore'), 'utf8')).toBe('*\n');
});
