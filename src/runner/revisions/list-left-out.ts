import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '../../contract/documents.ts';
import { workLeftOut } from '../../contract/gaps.ts';
import { readGit, type Repository } from './repository.ts';
import { type IndexEnvironment, stageSubmodules } from './stage-overlooked.ts';

/**
 * Repositories in untracked folders of this one, with a slash at their end. Of such a folder git commits a link to its
 * commit, and a checkout of that is empty.
 */
export async function listNestedRepositories(
  repository: Repository,
  environment: IndexEnvironment,
): Promise<string[]> {
  const args = ['ls-files', '-z', '--others', '--exclude-standard'];
  const listing = await readGit(repository, args, environment);
  return listing.split('\0').filter((path) => path.endsWith('/'));
}

/** Names uncommitted work that no commit of this repository can carry. */
export async function describeLeftOut(
  repository: Repository,
  environment: IndexEnvironment,
  nested: readonly string[],
): Promise<Problem[]> {
  const submodules = await listSubmodules(repository, environment);
  const moved = submodules.filter(({ isMoved }) => isMoved).map(({ path }) => path);
  await stageSubmodules(repository, environment, moved);
  const dirty = submodules.filter(({ isDirty }) => isDirty).map(({ path }) => path);
  dirty.push(...(await listUnseen(repository, environment)));
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
async function listSubmodules(
  repository: Repository,
  environment: IndexEnvironment,
): Promise<SubmoduleState[]> {
  const args = ['status', '--porcelain=v2', '-z', '--no-renames', '--untracked-files=no'];
  const listing = await readGit(repository, [...args, '--ignore-submodules=none'], environment);
  return listing.split('\0').flatMap((line) => {
    const [, state, path] = /^1 \S+ S(\S{3}) (?:\S+ ){5}(.+)$/s.exec(line) ?? [];
    if (state === undefined || path === undefined) return [];
    return [{ path, isMoved: state.startsWith('C'), isDirty: /[MU]/.test(state) }];
  });
}

/** Submodules that were never cloned, and have files all the same: git does not look at them. */
async function listUnseen(
  repository: Repository,
  environment: IndexEnvironment,
): Promise<string[]> {
  const listing = await readGit(repository, ['ls-files', '--stage', '-z'], environment);
  const unseen: string[] = [];
  for (const entry of listing.split('\0').filter((line) => line.startsWith('160000 '))) {
    const path = entry.slice(entry.indexOf('\t') + 1);
    const names = await readdir(join(repository.root, path)).catch((): string[] => []);
    if (names.length > 0 && !names.includes('.git')) unseen.push(path);
  }
  return unseen;
}

const mostNamed = 5;

function describe(what: string, paths: readonly string[], remedy: string): Problem[] {
  if (paths.length === 0) return [];
  const named = paths.slice(0, mostNamed).map((path) => JSON.stringify(path.slice(0, 120)));
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  const message = `${what}: ${named.join(', ')}${more}. ${remedy}`;
  return [{ code: workLeftOut, message, side: 'after' }];
}
