import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Side } from '../../contract/documents.ts';
import { readConstant, type Repository } from '../revisions/repository.ts';
import { checkoutsFolder } from './checkouts-folder.ts';
import { checkOutWhole } from './check-out-whole.ts';
import { claimFolder, releaseFolder } from './claim-folder.ts';

/** Characters of the name of a checkout, and how many more the next build has. */
const [nameLength, lengthStep] = [8, 3];

/**
 * On both sides of equal length: a path that is a byte longer moves the stack and with it the time. Builds of a side
 * have names of other lengths for that very reason. And drawn, so that a test cannot tell by the name of its
 * folder which side it is.
 * @param isKept kept builds hold paths: that of the side that is kept is the same in every job
 */
function nameFolders(isKept: boolean, build: number): Record<Side, string> {
  const length = nameLength + lengthStep * build;
  const draw = (): string => randomBytes(length).toString('hex').slice(0, length);
  const keptName = '0'.repeat(length);
  const [one, other] = [isKept ? keptName : draw(), draw()];
  if (one === other) return nameFolders(isKept, build);
  return { before: one, after: other };
}

/** The checkouts of runs that keep builds. */
export const keptId = 'kept';

/** The checkout of each build of a side, present or to come. */
export interface Worktrees extends Readonly<Record<Side, readonly string[]>> {
  /** That holds them all, and nothing else of value. */
  folder: string;
  /** Never rejects; returns what could not be removed. */
  remove(): Promise<string[]>;
}

/**
 * Checks the sides out, detached, in a folder of the run outside of the repository. The user's own working tree, index
 * and branches are not touched.
 * @param commits of the sides that are measured
 * @param options how often each of them is checked out, and what is done before each checkout
 * @throws UserError with git's words when a checkout fails; then nothing is left behind
 */
export async function addWorktrees(
  repository: Repository,
  stateDirectory: string,
  id: string,
  commits: Readonly<Partial<Record<Side, string>>>,
  { builds = 1, prepare }: { builds?: number; prepare?: (side: Side, path: string) => void } = {},
): Promise<Worktrees> {
  const folder = join(checkoutsFolder(stateDirectory), id);
  await makeClaimed(folder);
  const names = Array.from({ length: builds }, (_, build) => nameFolders(id === keptId, build));
  const paths = {
    before: names.map(({ before }) => join(folder, before)),
    after: names.map(({ after }) => join(folder, after)),
  };
  const remove = (): Promise<string[]> => removeWorktrees(repository, folder);
  try {
    for (const side of ['before', 'after'] as const) {
      const commit = commits[side];
      if (commit === undefined) continue;
      for (const path of paths[side]) {
        prepare?.(side, path);
        await checkOutWhole(repository, path, commit);
      }
    }
  } catch (cause) {
    await remove();
    throw cause;
  }
  return { ...paths, folder, remove };
}

/** A run that ends may take the folder above away at any time. */
async function makeClaimed(folder: string, tries = 5): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  try {
    await claimFolder(folder);
    await mkdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 0) throw error;
    await makeClaimed(folder, tries - 1);
  }
}

/** Removes the folder and what git remembers of it; returns the paths that resisted. */
export async function removeWorktrees(repository: Repository, folder: string): Promise<string[]> {
  try {
    await removeFolder(folder);
    await forgetWorktrees(repository, folder);
    await releaseFolder(folder);
    // If another run has its checkouts beside them, it stays.
    await rmdir(dirname(folder)).catch(() => undefined);
    return [];
  } catch {
    return [folder];
  }
}

/** Only root can remove files that root's programs have made in a view. */
async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch (error) {
    if (process.getuid?.() === 0) throw error;
    await promisify(execFile)('sudo', ['--non-interactive', '--', 'rm', '-rf', '--', folder]);
  }
}

/**
 * Makes git forget the worktrees under a folder that is gone. `git worktree prune` would also forget
 * worktrees of the user's own whose disk happens not to be mounted.
 */
async function forgetWorktrees(repository: Repository, folder: string): Promise<void> {
  const common = await readConstant(repository, ['rev-parse', '--git-common-dir']);
  const register = join(resolve(repository.root, common), 'worktrees');
  for (const name of await readdir(register).catch(() => [])) {
    const entry = join(register, name);
    const pointer = await readFile(join(entry, 'gitdir'), 'utf8').catch(() => '');
    // Git writes it relative to the entry where worktree.useRelativePaths was set.
    if (resolve(entry, pointer.trim()).startsWith(folder + sep))
      await rm(entry, { recursive: true, force: true });
  }
}
