import { shortenCommit } from '../../contract/commit.ts';
import { UserError } from '../../contract/user-error.ts';
import { readGit, type Repository } from './repository.ts';

/** The limit of a perigee.yml; its author may be a stranger. */
const mostBytes = 2 ** 22;

/**
 * The text of a file as a commit has it.
 * @param commit full object id
 * @param path from the repository's root, with `/`
 * @returns undefined when the commit has no such file
 * @throws UserError when the commit is not here, or the file is larger than 4 MiB
 */
export async function readFileAt(
  repository: Repository,
  commit: string,
  path: string,
): Promise<string | undefined> {
  // A plain file alone: a link would be read as the path that it leads to.
  const entry = await readGit(repository, ['ls-tree', '-lz', '--full-tree', commit, '--', path]);
  const [, object, size] = /^100(?:644|755) blob ([0-9a-f]{40,64}) +(\d+)\t/.exec(entry) ?? [];
  if (object === undefined) return undefined;
  const bytes = Number(size);
  if (bytes > mostBytes) {
    throw new UserError({
      where: `${path} in commit ${shortenCommit(commit)}`,
      seen: `the file has ${bytes} bytes`,
      expected: 'at most 4 MiB',
    });
  }
  const { stdout } = await repository.git(['cat-file', 'blob', object]);
  return stdout;
}
