/** Work that git does not tell of, and work that no commit can carry. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isGap } from '../../../src/contract/gaps.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import {
  snapshotWorkingTree,
  type Snapshot,
} from '../../../src/runner/revisions/snapshot-working-tree.ts';
import { makeStateDirectory } from '../../../src/runner/worktrees/state-directory.ts';
import { cleanEnvironment, makeRepository, type TestRepository } from '../stage/make-repository.ts';
import { addSubmodule } from '../stage/add-submodule.ts';

async function snapshot({ root, git }: TestRepository): Promise<Snapshot> {
  const repository = await openRepository(root, cleanEnvironment);
  const scratch = await makeStateDirectory(repository);
  return snapshotWorkingTree(repository, scratch, git('rev-parse', 'HEAD'));
}

/** A repository of its own in an untracked folder. */
function nest({ root, git }: TestRepository, folder: string, file: string): void {
  mkdirSync(join(root, folder), { recursive: true });
  git('init', '--quiet', folder);
  git('-C', folder, 'commit', '--quiet', '--allow-empty', '-m', file);
}

test.each(['--assume-unchanged', '--skip-worktree'])(
  'changes of files that are marked %s are in it',
  async (mark) => {
    const repository = makeRepository({ 'a b.txt': 'a', 'deep/b.txt': 'b', 'c.txt': 'c' });
    repository.git('update-index', mark, 'a b.txt', 'deep/b.txt', 'c.txt');
    repository.write('a b.txt', 'changed');
    repository.write('deep/b.txt', 'changed');
    const { commit, problems } = await snapshot(repository);
    expect(repository.git('diff', '--name-only', 'HEAD', commit)).toBe('a b.txt\ndeep/b.txt');
    expect(problems).toEqual([]);
    expect(repository.git('ls-files', '-v')).not.toMatch(/^H/m);
  },
);

test('a file with both marks is in it, and so is one that core.ignoreStat hides', async () => {
  const repository = makeRepository({ 'a.txt': 'a', 'b.txt': 'b' });
  repository.git('config', 'core.ignoreStat', 'true');
  repository.git('update-index', '--assume-unchanged', 'a.txt');
  repository.git('update-index', '--skip-worktree', 'a.txt');
  repository.git('checkout', '--quiet', '--force', 'HEAD', '--', 'b.txt');
  repository.write('a.txt', 'changed');
  repository.write('b.txt', 'changed');
  const { commit } = await snapshot(repository);
  expect(repository.git('diff', '--name-only', 'HEAD', commit)).toBe('a.txt\nb.txt');
});

test('a deleted file that is assumed to be unchanged is deleted in it', async () => {
  const repository = makeRepository({ 'a.txt': 'a', 'b.txt': 'b' });
  repository.git('update-index', '--assume-unchanged', 'a.txt');
  rmSync(join(repository.root, 'a.txt'));
  const { commit } = await snapshot(repository);
  expect(repository.git('ls-tree', '--name-only', commit)).toBe('b.txt');
});

test.each([['--cone'], ['--no-cone'], ['--sparse-index']])(
  'what a sparse checkout (%s) leaves out stays as it is committed, and new work outside of it counts',
  async (option) => {
    const repository = makeRepository({ 'in/a.txt': 'a', 'out/b.txt': 'b', 'out/c.txt': 'c' });
    repository.git('sparse-checkout', 'init', option);
    repository.git('sparse-checkout', 'set', 'in');
    const unchanged = await snapshot(repository);
    expect(unchanged.commit).toBe(repository.git('rev-parse', 'HEAD'));
    repository.write('in/a.txt', 'changed');
    repository.write('out/b.txt', 'changed');
    repository.write('out/new.txt', 'new');
    const { commit } = await snapshot(repository);
    expect(repository.git('diff', '--name-status', 'HEAD', commit)).toBe(
      'M\tin/a.txt\nM\tout/b.txt\nA\tout/new.txt',
    );
  },
);

test('untracked files are in it, whatever git status is told to show', async () => {
  const repository = makeRepository();
  repository.git('config', 'status.showUntrackedFiles', 'no');
  repository.write('new.mjs', '');
  const { commit } = await snapshot(repository);
  expect(repository.git('ls-tree', '--name-only', commit)).toBe('new.mjs\nwork.mjs');
});

test('a nested clone is named as a gap, and makes no empty folder', async () => {
  const repository = makeRepository();
  nest(repository, 'deep/in ner', 'a');
  repository.write('new.mjs', '');
  const { commit, problems } = await snapshot(repository);
  expect(repository.git('ls-tree', '-r', '--name-only', commit)).toBe('new.mjs\nwork.mjs');
  expect(problems.map(isGap)).toEqual([true]);
  expect(problems[0]?.message).toMatch(/"deep\/in ner\/"[^]*\.gitignore/);
});

test('one without a commit is named like any other, and one that git ignores is not', async () => {
  const repository = makeRepository({ '.gitignore': 'ignored/\n' });
  repository.git('init', '--quiet', 'empty');
  repository.write('empty/a.txt', '');
  nest(repository, 'ignored', 'a');
  const { problems } = await snapshot(repository);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/untracked folders are not measured: "empty\/"\. Name/),
  ]);
});

test.each([
  ['a changed', 'work.mjs'],
  ['a new', 'new.mjs'],
])('%s file inside a submodule is named as a gap', async (_title, file) => {
  const repository = makeRepository();
  addSubmodule(repository, 'vendor/lib');
  repository.commit('with a submodule');
  expect((await snapshot(repository)).problems).toEqual([]);
  repository.write(`vendor/lib/${file}`, 'changed');
  const { problems } = await snapshot(repository);
  expect(problems.map(isGap)).toEqual([true]);
  expect(problems[0]?.message).toContain('inside submodules are not measured: "vendor/lib"');
});

test('files in the folder of a submodule that was never cloned are named as a gap', async () => {
  const repository = makeRepository();
  addSubmodule(repository, 'lib');
  repository.commit('with a submodule');
  repository.git('submodule', '--quiet', 'deinit', '--force', 'lib');
  expect((await snapshot(repository)).problems).toEqual([]);
  repository.write('lib/work.mjs', 'mine');
  const { problems } = await snapshot(repository);
  expect(problems.map(isGap)).toEqual([true]);
});

test('another commit of a submodule is in it, also where git is told to overlook that', async () => {
  const repository = makeRepository();
  addSubmodule(repository, 'lib');
  repository.git('config', '--file', '.gitmodules', 'submodule.lib.ignore', 'all');
  repository.commit('with a submodule');
  repository.git('-C', 'lib', 'commit', '--quiet', '--allow-empty', '-m', 'second');
  const { commit, problems } = await snapshot(repository);
  expect(repository.git('rev-parse', `${commit}:lib`)).toBe(
    repository.git('-C', 'lib', 'rev-parse', 'HEAD'),
  );
  expect(problems).toEqual([]);
});
