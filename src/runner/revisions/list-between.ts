import { shortenCommit } from '../../contract/commit.ts';
import { UserError } from '../../contract/user-error.ts';
import { type Commit, readFirstParents } from './read-first-parents.ts';
import type { Repository } from './repository.ts';

/**
 * The commits after `good`, up to `bad`, the oldest first; of a merge only the side it was merged into.
 * @param good full object id
 * @param bad full object id
 * @throws UserError when `bad` does not come after `good`, or the clone is cut between them
 */
export async function listBetween(
  repository: Repository,
  good: string,
  bad: string,
): Promise<Commit[]> {
  const found = await repository.git(['merge-base', '--is-ancestor', good, bad]);
  if (found.exitCode !== 0 || good === bad) throw refusePath(repository, good, bad);
  return readFirstParents(repository, `${good}..${bad}`);
}

function refusePath({ root }: Repository, good: string, bad: string): UserError {
  const isSame = good === bad;
  return new UserError({
    where: root,
    seen: isSame
      ? `both revisions are ${shortenCommit(good)}`
      : `${shortenCommit(good)} does not come before ${shortenCommit(bad)} in the history that is here`,
    expected: 'a good commit, and a later one that was built on it',
    remedy: isSame
      ? 'name two revisions, e.g. `perigee bisect v1.4 main`'
      : `take the commit where they part, git merge-base ${shortenCommit(good)} ${shortenCommit(bad)}; a shallow clone needs git fetch --unshallow`,
  });
}
