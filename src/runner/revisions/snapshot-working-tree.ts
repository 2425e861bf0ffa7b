import { copyFile, mkdtemp, rm, stat, utimes, readdir, lstat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { listSome } from '../../contract/count-things.ts';
import type { Problem } from '../../contract/documents.ts';
import { workLeftOut } from '../../contract/gaps.ts';
import { readGit, type Repository } from './repository.ts';

export interface Snapshot {
  commit: string;
  /** Uncommitted files that are not in it. */
  problems: Problem[];
}

/**
 * The working tree as a commit: changed, deleted and untracked files, also those that git is told to overlook, modes
 * and symbolic links; not what git ignores. The user's index, stash and branches stay as they are: a copy of the index
 * takes the additions. Equal trees on equal heads give equal ids, so that a resumed run can compare.
 *
 * @param scratch a directory that git ignores
 * @param head the commit it stands on, which is returned when nothing differs from it
 * @throws UserError when git cannot read a file
 */
export async function snapshotWorkingTree(
  repository: Repository,
  scratch: string,
  head: string,
): Promise<Snapshot> {
  const folder = await mkdtemp(join(scratch, 'snapshot-'));
  try {
    const index = join(folder, 'index');
    await copyIndex(repository, index);
    const staged = withIndex(repository, index);
    const nested = await listNestedRepositories(staged);
    await stageOverlooked(staged);
    // One without a commit cannot be added, and any other would become an empty folder.
    const without = nested.map((path) => `:(top,exclude,literal)${path}`);
    const paths = without.length === 0 ? [] : ['--', ':(top)', ...without];
    await readGit(staged, ['add', '--all', ...paths]);
    const problems = await describeLeftOut(staged, nested);
    const tree = await readGit(staged, ['write-tree']);
    const shown = await readGit(repository, ['show', '--no-patch', '--format=%T%n%ct +0000', head]);
    const [treeOfHead, date = ''] = shown.split('\n').slice(-2);
    const isHead = tree === treeOfHead;
    return { commit: isHead ? head : await commitTree(repository, tree, head, date), problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same repository, whose git works with another index. */
function withIndex(repository: Repository, index: string): Repository {
  const git: Repository['git'] = (args, environment, deadlineMs) =>
    repository.git(args, { ...environment, GIT_INDEX_FILE: index }, deadlineMs);
  return { ...repository, git };
}

/** The copy spares git from hashing files that did not change. */
async function copyIndex(repository: Repository, to: string): Promise<void> {
  const from = resolve(
    repository.root,
    await readGit(repository, ['rev-parse', '--git-path', 'index']),
  );
  const facts = await stat(from).catch(() => undefined);
  if (facts === undefined) return;
  await copyFile(from, to);
  // Git trusts an entry that is older than the index. The copy must not look younger than the original,
  // or a file changed in the same instant would pass for unchanged.
  await utimes(to, facts.atime, new Date(Math.floor(facts.mtimeMs) - 1));
}

/** @param date of the commit below it: the same tree is the same commit */
async function commitTree(
  repository: Repository,
  tree: string,
  head: string,
  date: string,
): Promise<string> {
  const who = { NAME: 'Perigee', EMAIL: 'perigee@localhost', DATE: date };
  const environment: Record<string, string> = {};
  for (const [key, value] of Object.entries(who)) {
    environment[`GIT_AUTHOR_${key}`] = value;
    environment[`GIT_COMMITTER_${key}`] = value;
  }
  const message = 'Snapshot of the working tree';
  return readGit(
    repository,
    ['commit-tree', '--no-gpg-sign', '-p', head, '-m', message, tree],
    environment,
  );
}

/**
 * Repositories in untracked folders of this one, with a slash at their end. Of such a folder git commits a link to its
 * commit, and a checkout of that is empty.
 */
async function listNestedRepositories(repository: Repository): Promise<string[]> {
  const args = ['ls-files', '-z', '--others', '--exclude-standard'];
  const listing = await readGit(repository, args);
  return listing.split('\0').filter((path) => path.endsWith('/'));
}

/** Names uncommitted work that no commit of this repository can carry. */
async function describeLeftOut(
  repository: Repository,
  nested: readonly string[],
): Promise<Problem[]> {
  const submodules = await listSubmodules(repository);
  const moved = submodules.filter(({ isMoved }) => isMoved).map(({ path }) => path);
  await stageSubmodules(repository, moved);
  const dirty = submodules.filter(({ isDirty }) => isDirty).map(({ path }) => path);
  dirty.push(...(await listUnseen(repository)));
  return [
    ...describe(
      'uncommitted changes inside submodules are not measured',
      dirty,
      'Commit and push them there, or name what should not count in the .gitignore of the submodule',
    ),
    ...describe(
      'git repositories in untracked folders are not measured',
      nested,
      'Name them in .gitignore or .git/info/exclude if no test needs them; otherwise delete their .git, or make them submodules',
    ),
  ];
}

interface SubmoduleState {
  path: string;
  /** It is at another commit than the index. */
  isMoved: boolean;
  /** Files in it are changed, or untracked. */
  isDirty: boolean;
}

/** From lines such as `1 .M SCMU 160000 160000 160000 <id> <id> path`. */
async function listSubmodules(repository: Repository): Promise<SubmoduleState[]> {
  const args = ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=no'];
  const listing = await readGit(repository, [...args, '--ignore-submodules=none']);
  return listing.split('\0').flatMap((line) => {
    const [, state, path] = /^1 \S+ S(\S{3}) (?:\S+ ){5}(.+)$/s.exec(line) ?? [];
    if (state === undefined || path === undefined) return [];
    return [{ path, isMoved: state.startsWith('C'), isDirty: /[MU]/.test(state) }];
  });
}

/** Submodules that were never cloned, and have files all the same: git does not look at them. */
async function listUnseen(repository: Repository): Promise<string[]> {
  const listing = await readGit(repository, ['ls-files', '--stage', '-z']);
  const unseen: string[] = [];
  for (const entry of listing.split('\0').filter((line) => line.startsWith('160000 '))) {
    const path = entry.slice(entry.indexOf('\t') + 1);
    const names = await readdir(join(repository.root, path)).catch((): string[] => []);
    if (names.length > 0 && !names.includes('.git')) unseen.push(path);
  }
  return unseen;
}

function describe(what: string, paths: readonly string[], remedy: string): Problem[] {
  if (paths.length === 0) return [];
  const named = paths.map((path) => JSON.stringify(path.slice(0, 120)));
  const message = `${what}: ${listSome(named, 5)}. ${remedy}`;
  return [{ code: workLeftOut, message, side: 'after' }];
}

/** So many paths in the arguments of one git. */
const atOnce = 500;

/**
 * Prepares a copy of the index so that `git add` sees the changes of files that are marked `assume-unchanged` or
 * `skip-worktree`. A file that a sparse checkout leaves out is not
 * there, and stays as it is committed.
 */
async function stageOverlooked(repository: Repository): Promise<void> {
  const listing = await readGit(repository, ['ls-files', '-v', '-z']);
  const marked = listing
    .split('\0')
    .map((line) => ({ mark: line.slice(0, 1), path: line.slice(2) }));
  // Git writes the mark small where a file is assumed to be unchanged.
  const assumed = marked.filter(({ mark }) => /[a-z]/.test(mark)).map(({ path }) => path);
  const skipped = marked.filter(({ mark }) => /s/i.test(mark)).map(({ path }) => path);
  const present = await keepPresent(repository, skipped);
  const isPresent = new Set(present);
  const absent = new Set(skipped.filter((path) => !isPresent.has(path)));
  const update = (option: string, paths: readonly string[]): Promise<void> =>
    updateIndex(repository, option, paths);
  await update(
    '--no-assume-unchanged',
    assumed.filter((path) => !absent.has(path)),
  );
  await update('--no-skip-worktree', present);
}

/** Stages the commits that submodules are at, whatever git is told to overlook in them. */
async function stageSubmodules(
  repository: Repository,
  submodules: readonly string[],
): Promise<void> {
  await updateIndex(repository, '--add', submodules);
}

async function keepPresent(repository: Repository, paths: readonly string[]): Promise<string[]> {
  const present: string[] = [];
  for (const path of paths) {
    const facts = await lstat(join(repository.root, path)).catch(() => undefined);
    if (facts !== undefined) present.push(path);
  }
  return present;
}

async function updateIndex(
  repository: Repository,
  option: string,
  paths: readonly string[],
): Promise<void> {
  for (let at = 0; at < paths.length; at += atOnce) {
    const some = paths.slice(at, at + atOnce);
    await readGit(repository, ['update-index', option, '--', ...some]);
  }
}
