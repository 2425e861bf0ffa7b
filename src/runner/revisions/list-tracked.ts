import { readConstant, type Repository } from './repository.ts';

/** Paths of all files in a commit. The index of a checkout is not asked: a test can change it. */
export async function listTracked(repository: Repository, commit: string): Promise<Set<string>> {
  const listing = await readConstant(repository, ['ls-tree', '-r', '-z', '--name-only', commit]);
  return new Set(listing.split('\0').filter((name) => name !== ''));
}
