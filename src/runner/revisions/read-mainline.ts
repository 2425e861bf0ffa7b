import { isCommitId } from '../../contract/commit.ts';
import { UserError } from '../../contract/user-error.ts';
import { resolveCommit } from './find-commit.ts';
import { findDefaultBranch } from './find-default-branch.ts';
import { type Commit, readFirstParents } from './read-first-parents.ts';
import { listCutCommits } from './history.ts';
import type { Repository } from './repository.ts';

/** The commits of a branch as it was pushed to: from each one the first parent. */
export interface Mainline {
  /** E.g. origin/main. */
  branch: string;
  /** Oldest first; at least one. */
  commits: readonly Commit[];
  /** It is not the default branch. */
  isOther?: true;
  /** The branch has older commits, which this clone lacks. */
  isCut?: true;
}

const mostCommits = 50_000;

/**
 * @param asked a branch, tag or commit; the default branch when absent
 * @throws UserError when there is no such branch
 */
export async function readMainline(repository: Repository, asked?: string): Promise<Mainline> {
  const usual = (await findDefaultBranch(repository))?.name;
  const named = asked ?? usual;
  if (named === undefined) throw refuse(repository);
  const tip = await resolveCommit(repository, named);
  const branch = await nameBranch(repository, named);
  const commits = await readFirstParents(repository, tip, mostCommits);
  const isOther = usual !== undefined && shorten(branch) !== shorten(usual);
  const cut = await listCutCommits(repository);
  const isCut = commits.length >= mostCommits || cut.has(commits[0]?.commit ?? '');
  return { branch, commits, ...(isOther && { isOther }), ...(isCut && { isCut }) };
}

/** `HEAD`, `heads/main` and `refs/heads/main` are all `main`; what names no branch stays as it is. */
async function nameBranch(repository: Repository, named: string): Promise<string> {
  const { stdout } = await repository.git(['rev-parse', '--symbolic-full-name', named]);
  return /^refs\/(?:heads|remotes)\/(\S+)\n$/.exec(stdout)?.[1] ?? named;
}

/** `main`, not `origin/main`: rules and alerts name the branch as its pull requests do. */
export function shorten(branch: string): string {
  return branch.replace(/^(?:refs\/(?:heads|remotes)\/)?(?:origin\/)?/, '');
}

/** The trees of commits that are here; others are left out. Ids come from a store: anything else is left out too. */
export async function readTrees(
  repository: Repository,
  commits: readonly string[],
): Promise<Map<string, string>> {
  const known = [...new Set(commits)].filter(isCommitId);
  const trees = new Map<string, string>();
  for (let from = 0; from < known.length; from += 500) {
    const args = ['log', '--no-walk=unsorted', '--ignore-missing', '--format=%H %T'];
    const { stdout } = await repository.git([...args, ...known.slice(from, from + 500)], {
      GIT_NO_LAZY_FETCH: '1',
    });
    for (const line of stdout.split('\n')) {
      const [commit = '', tree] = line.split(' ');
      if (tree !== undefined) trees.set(commit, tree);
    }
  }
  return trees;
}

function refuse({ root }: Repository): UserError {
  return new UserError({
    where: root,
    seen: 'there is no default branch here',
    expected: 'origin/HEAD, or a branch called main or master: it says the order of commits',
    remedy: 'name it with --branch, or run git remote set-head origin --auto',
  });
}
