import type { Repository } from './repository.ts';

/**
 * The text of a file as a commit has it.
 * @param commit full object id
 * @param path from the repository's root, with `/`
 * @returns undefined when the commit has no such file
 */
export async function readFileAt(
  repository: Repository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  // A plain file alone: a link would be read as the path that it leads to.
  const entry = await repository.git(['ls-tree', '-z', '--full-tree', commit, '--', path]);
  const object = /^100(?:644|755) blob ([0-9a-f]{40,64})\t/.exec(entry.stdout)?.[1];
  if (entry.exitCode !== 0 || object === undefined) return undefined;
  const { exitCode, stdout } = await repository.git(['cat-file', 'blob', object]);
  return exitCode === 0 ? stdout : undefined;
}
