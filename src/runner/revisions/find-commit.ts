import { UserError } from '../../contract/user-error.ts';
import { findNearest } from './find-nearest.ts';
import { readGit, type Repository } from './repository.ts';

/**
 * The full object id of the commit that a revision names, or undefined. Whatever the name, git cannot
 * take it for an option.
 */
export async function findCommit(
  repository: Repository,
  revision: string,
): Promise<string | undefined> {
  if (revision.includes('\0') || revision.startsWith('-')) return undefined;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const found = await repository.git(args);
  const id = found.stdout.trim();
  return found.exitCode === 0 && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(id) ? id : undefined;
}

/**
 * The same, for a revision that a person named.
 * @throws UserError with the nearest branches and tags
 */
export async function resolveCommit(repository: Repository, revision: string): Promise<string> {
  const commit = await findCommit(repository, revision);
  if (commit !== undefined) return commit;
  const names = (
    await readGit(repository, [
      'for-each-ref',
      '--format=%(refname:short)',
      'refs/heads',
      'refs/remotes',
      'refs/tags',
    ])
  ).split('\n');
  const nearest = findNearest(revision, names);
  throw new UserError({
    where: repository.root,
    seen: `${JSON.stringify(revision)} names no commit here`,
    expected: 'a branch, a tag or a commit id of this repository',
    remedy:
      nearest.length > 0
        ? `did you mean ${nearest.join(' or ')}? If it is on a remote, fetch it first`
        : 'look at git branch --all and git tag; if it is on a remote, fetch it first',
  });
}
