import type { Problem } from '../../contract/documents.ts';
import { readGit, type Repository } from './repository.ts';

/** A worktree has empty folders for its submodules; a suite that needs them fetches them in setup. */
export async function reportSubmodules(
  repository: Repository,
  commit: string,
): Promise<Problem | undefined> {
  const listing = await readGit(repository, ['ls-tree', '-r', '-z', commit]);
  const paths = listing
    .split('\0')
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1));
  if (paths.length === 0) return undefined;
  const named = paths.slice(0, 5).join(', ').slice(0, 1000);
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return {
    code: 'submodules-empty',
    message: `submodules are empty folders in both sides: ${named}${more}. If the tests need them, add [git, submodule, update, --init, --recursive] to setup; uncommitted changes inside them are not measured`,
  };
}
