import { readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { readGit, type Repository } from '../revisions/repository.ts';

/**
 * Makes git forget the worktrees under a folder that is gone. `git worktree prune` would also forget
 * worktrees of the user's own whose disk happens not to be mounted.
 */
export async function forgetWorktrees(repository: Repository, folder: string): Promise<void> {
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
