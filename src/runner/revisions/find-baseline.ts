import type { Revision } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { findCommit } from './find-commit.ts';
import { findDefaultBranch } from './find-default-branch.ts';
import { isShallow } from './history.ts';
import type { Repository } from './repository.ts';

/**
 * The commit where a change left the default branch. On the default branch itself that is the tip: right
 * for an uncommitted change, and for a committed one its first parent.
 * @param tip the commit the change stands on
 * @throws UserError when there is none
 */
export async function findBaseline(
  repository: Repository,
  tip: string,
  uncommitted: boolean,
): Promise<Revision> {
  const branch = await findDefaultBranch(repository);
  if (branch === undefined) {
    throw new UserError({
      where: repository.root,
      seen: 'no default branch: neither origin/HEAD nor a branch called main or master',
      expected: 'a branch that changes are merged into',
      remedy: 'name the baseline yourself, or run git remote set-head origin --auto',
    });
  }
  const found = await repository.git(['merge-base', '--end-of-options', tip, branch.reference]);
  const base = found.stdout.trim();
  if (found.exitCode !== 0 || base === '') throw await explainMissingBase(repository, branch.name);
  if (base !== tip) return { commit: base, label: `merge base with ${branch.name}`.slice(0, 300) };
  if (uncommitted) return { commit: base, label: 'HEAD' };
  const parent = await findCommit(repository, `${tip}^1`);
  if (parent !== undefined) return { commit: parent, label: 'the commit before' };
  throw new UserError({
    where: repository.root,
    seen: `${tip.slice(0, 12)} is the first commit of ${branch.name}: there is nothing before it`,
    expected: 'a change to compare with what it was made from',
    remedy: (await isShallow(repository))
      ? 'this clone is shallow: git fetch --unshallow'
      : 'commit a change, or name the two revisions yourself',
  });
}

async function explainMissingBase(repository: Repository, branch: string): Promise<UserError> {
  const shallow = await isShallow(repository);
  return new UserError({
    where: repository.root,
    seen: shallow
      ? `this clone is shallow and does not reach the commit that HEAD and ${branch} have in common`
      : `HEAD and ${branch} have no commit in common`,
    expected: 'a history that holds the place where the change branched',
    remedy: shallow
      ? 'git fetch --unshallow, or check out with the full history (fetch-depth: 0)'
      : 'name the baseline yourself',
  });
}
