import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { readGit, type Repository } from './repository.ts';

/**
 * The user's worktrees besides the root.
 * @param checkouts of the run, which are worktrees too
 * @returns absolute paths; those of other runs of Perigee are among them
 */
export async function listWorktrees(
  repository: Repository,
  checkouts: readonly string[],
): Promise<string[]> {
  const listing = await readGit(repository, ['worktree', 'list', '--porcelain']);
  const folders = new Set(checkouts.map((path) => dirname(path)));
  return listing
    .split('\n\n')
    .filter((entry) => !/^bare$/m.test(entry))
    .map((entry) => /^worktree (.*)$/m.exec(entry)?.[1] ?? '')
    .filter((path) => path !== repository.root && !folders.has(dirname(path)) && existsSync(path));
}
