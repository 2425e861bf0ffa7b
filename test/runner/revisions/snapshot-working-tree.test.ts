import { chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import {
  snapshotWorkingTree,
  type Snapshot,
} from '../../../src/runner/revisions/snapshot-working-tree.ts';
import { makeStateDirectory } from '../../../src/runner/worktrees/state-directory.ts';
import { cleanEnvironment, makeRepository, type TestRepository } from '../stage/make-repository.ts';

async function snapshot(repository: TestRepository): Promise<string> {
  return (await snapshotWithProblems(repository)).commit;
}

async function snapshotWithProblems({ root, git }: TestRepository): Promise<Snapshot> {
  const repository = await openRepository(root, cleanEnvironment);
  const scratch = await makeStateDirectory(repository);
  return snapshotWorkingTree(repository, scratch, git('rev-parse', 'HEAD'));
}

/** path → mode and content of a commit. */
function listFiles({ git }: TestRepository, commit: string): Record<string, string> {
  const lines = git('ls-tree', '-r', '-z', commit)
    .split('\0')
    .filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [facts = '', path = ''] = line.split('\t');
      const [mode, , object = ''] = facts.split(' ');
      return [path, `${mode} ${git('cat-file', 'blob', object)}`];
    }),
  );
}

test('changed, deleted, untracked and executable files and links are in it, ignored ones are not', async () => {
  const repository = makeRepository({
    'changed.txt': 'old',
    'deleted.txt': 'gone',
    'script.sh': 'run',
    '.gitignore': 'ignored/\n*.tmp\n',
    'kept.tmp': 'ignored by name',
  });
  repository.git('add', '--force', 'kept.tmp');
  repository.git('commit', '--quiet', '-m', 'tracked although ignored');
  repository.write('changed.txt', 'new');
  rmSync(join(repository.root, 'deleted.txt'));
  chmodSync(join(repository.root, 'script.sh'), 0o755);
  repository.write('deep/new file\n"x".txt', 'untracked');
  symlinkSync('changed.txt', join(repository.root, 'link'));
  repository.write('ignored/big.bin', 'ignored');
  repository.write('kept.tmp', 'changed');
  expect(listFiles(repository, await snapshot(repository))).toEqual({
    '.gitignore': '100644 ignored/\n*.tmp',
    'changed.txt': '100644 new',
    'deep/new file\n"x".txt': '100644 untracked',
    'kept.tmp': '100644 changed',
    link: '120000 changed.txt',
    'script.sh': '100755 run',
  });
});

test('index, stash, branches and status stay as the user left them', async () => {
  const repository = makeRepository({ 'a.txt': 'a', 'b.txt': 'b' });
  repository.write('a.txt', 'staged');
  repository.git('add', 'a.txt');
  repository.write('a.txt', 'staged, then changed again');
  repository.write('c.txt', 'untracked');
  const look = (): string[] => [
    readFileSync(join(repository.root, '.git/index')).toString('base64'),
    repository.git('status', '--porcelain'),
    repository.git('for-each-ref'),
    repository.git('stash', 'list'),
    repository.git('diff', '--cached'),
  ];
  repository.git('status');
  const before = look();
  await snapshot(repository);
  expect(look()).toEqual(before);
});

test('equal trees on equal heads make equal commits', async () => {
  const repository = makeRepository();
  repository.write('work.mjs', 'changed');
  const first = await snapshot(repository);
  expect(await snapshot(repository)).toBe(first);
  repository.write('work.mjs', 'changed again');
  expect(await snapshot(repository)).not.toBe(first);
});

test('a conflict that is not resolved yet is taken as it lies in the working tree', async () => {
  const repository = makeRepository({ 'a.txt': 'base' });
  repository.git('switch', '--quiet', '--create', 'other');
  repository.write('a.txt', 'theirs');
  repository.commit('theirs');
  repository.git('switch', '--quiet', 'main');
  repository.write('a.txt', 'ours');
  repository.commit('ours');
  expect(() => repository.git('merge', '--quiet', 'other')).toThrow();
  const files = listFiles(repository, await snapshot(repository));
  expect(files['a.txt']).toMatch(/<<<<<<<[^]*ours[^]*theirs[^]*>>>>>>>/);
});
