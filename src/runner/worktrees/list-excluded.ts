import { readGit, type Repository } from '../revisions/repository.ts';

/**
 * The tracked files that a repository tells Git LFS not to fetch: `lfs.fetchexclude` in git's configuration, else in
 * `.lfsconfig`. Its patterns are those of .gitignore.
 */
export async function listExcluded(
  repository: Repository,
  directory: string,
): Promise<Set<string>> {
  const patterns =
    (await readPatterns(repository, directory, [])) ??
    (await readPatterns(repository, directory, ['--file', '.lfsconfig'])) ??
    [];
  if (patterns.length === 0) return new Set();
  const options = patterns.map((pattern) => `--exclude=${pattern}`);
  const listing = await readGit(repository, [
    ...['-C', directory, 'ls-files', '-z', '--cached', '--ignored'],
    ...options,
  ]);
  return new Set(listing.split('\0').filter((path) => path !== ''));
}

async function readPatterns(
  repository: Repository,
  directory: string,
  where: readonly string[],
): Promise<string[] | undefined> {
  const args = ['-C', directory, 'config', ...where, '--get', 'lfs.fetchexclude'];
  const { exitCode, stdout } = await repository.git(args);
  if (exitCode !== 0) return undefined;
  return stdout
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}
