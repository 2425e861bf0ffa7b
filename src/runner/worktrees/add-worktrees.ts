import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Side } from '../../contract/documents.ts';
import { type Repository, readGit } from '../revisions/repository.ts';
import { claimFolder, releaseFolder } from './claim-folder.ts';

/** Kept builds hold paths: that of the side that is kept is the same in every job. */
const keptName = '00000000';

/**
 * Of equal length: a path that is a byte longer moves the stack and with it the time. And drawn, so that a
 * test cannot tell by the name of its folder which side it is.
 */
function nameFolders(isKept: boolean): Record<Side, string> {
  const [one = '', other = ''] = randomBytes(8).toString('hex').match(/.{8}/g) ?? [];
  if (one === other || other === keptName) return nameFolders(isKept);
  return { before: isKept ? keptName : one, after: other };
}

/** The checkouts of runs that keep builds. */
export const keptId = 'kept';

/** Where each side is, or would be, checked out. */
export interface Worktrees extends Readonly<Record<Side, string>> {
  /** Never rejects; returns what could not be removed. */
  remove(): Promise<string[]>;
}

/**
 * Checks the sides out, detached, under `.perigee/worktrees/<id>`. The user's own working tree, index
 * and branches are not touched.
 * @param commits of the sides that are measured
 * @throws UserError with git's words when a checkout fails; then nothing is left behind
 */
export async function addWorktrees(
  repository: Repository,
  stateDirectory: string,
  id: string,
  commits: Readonly<Partial<Record<Side, string>>>,
): Promise<Worktrees> {
  const folder = join(stateDirectory, 'worktrees', id);
  await claimFolder(folder);
  await mkdir(folder);
  const names = nameFolders(id === keptId);
  const paths = { before: join(folder, names.before), after: join(folder, names.after) };
  const remove = (): Promise<string[]> => removeWorktrees(repository, folder);
  try {
    for (const side of ['before', 'after'] as const) {
      const commit = commits[side];
      if (commit === undefined) continue;
      const add = ['worktree', 'add', '--detach', '--force', '--quiet'];
      await readGit(repository, [...add, '--', paths[side], commit]);
    }
  } catch (cause) {
    await remove();
    throw cause;
  }
  return { ...paths, remove };
}

/** Removes the folder and what git remembers of it; returns the paths that resisted. */
export async function removeWorktrees(repository: Repository, folder: string): Promise<string[]> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    await forgetWorktrees(repository, folder);
    await releaseFolder(folder);
    return [];
  } catch {
    return [folder];
  }
}

/**
 * Makes git forget the worktrees under a folder that is gone. `git worktree prune` would also forget
 * worktrees of the user's own whose disk happens not to be mounted.
 */
async function forgetWorktrees(repository: Repository, folder: string): Promise<void> {
  const common = await readGit(repository, ['rev-parse', '--git-common-dir']);
  const register = join(resolve(repository.root, common), 'worktrees');
  for (const name of await readdir(register).catch(() => [])) {
    const entry = join(register, name);
    const pointer = await readFile(join(entry, 'gitdir'), 'utf8').catch(() => '');
    // Git writes it relative to the entry where worktree.useRelativePaths was set.
    if (resolve(entry, pointer.trim()).startsWith(folder + sep))
      await rm(entry, { recursive: true, force: true });
  }
}
