import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { readGit, type Repository } from './repository.ts';

export type IndexEnvironment = Readonly<{ GIT_INDEX_FILE: string }>;

/** So many paths in the arguments of one git. */
const atOnce = 500;

/**
 * Prepares a copy of the index so that `git add` sees the changes of files that are marked `assume-unchanged` or
 * `skip-worktree`. A file that a sparse checkout leaves out is not
 * there, and stays as it is committed.
 */
export async function stageOverlooked(
  repository: Repository,
  environment: IndexEnvironment,
): Promise<void> {
  const listing = await readGit(repository, ['ls-files', '-v', '-z'], environment);
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
    updateIndex(repository, environment, option, paths);
  await update(
    '--no-assume-unchanged',
    assumed.filter((path) => !absent.has(path)),
  );
  await update('--no-skip-worktree', present);
}

/** Stages the commits that submodules are at, whatever git is told to overlook in them. */
export async function stageSubmodules(
  repository: Repository,
  environment: IndexEnvironment,
  submodules: readonly string[],
): Promise<void> {
  await updateIndex(repository, environment, '--add', submodules);
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
  environment: IndexEnvironment,
  option: string,
  paths: readonly string[],
): Promise<void> {
  for (let at = 0; at < paths.length; at += atOnce) {
    const some = paths.slice(at, at + atOnce);
    await readGit(repository, ['update-index', option, '--', ...some], environment);
  }
}
