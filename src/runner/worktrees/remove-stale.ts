import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../revisions/repository.ts';
import { removeWorktrees } from './add-worktrees.ts';
import { checkoutsFolder, clearMemory } from './checkouts-folder.ts';
import { findOwner } from './claim-folder.ts';

/** Removes the worktrees of runs that were killed. Those of a run that is still going stay. */
export async function removeStaleWorktrees(
  repository: Repository,
  stateDirectory: string,
): Promise<void> {
  const parent = checkoutsFolder(stateDirectory);
  const names = await readdir(parent).catch(() => []);
  const ids = new Set(names.map((name) => name.replace(/\.owner$/, '')));
  for (const id of ids) {
    const folder = join(parent, id);
    if ((await findOwner(folder)) !== undefined) continue;
    await removeWorktrees(repository, folder);
    clearMemory(stateDirectory, id);
  }
}
