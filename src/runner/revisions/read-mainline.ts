import { UserError } from '../../contract/user-error.ts';
import { resolveCommit } from './find-commit.ts';
import { findDefaultBranch } from './find-default-branch.ts';
import { isCommitId } from './reference-name.ts';
import { readGit, type Repository } from './repository.ts';

export interface MainlineCommit {
  commit: string;
  /** The same for two commits with the same files. */
  tree: string;
  committedAtMs: number;
  author: string;
  subject: string;
}

/** The commits of a branch as it was pushed to: from each one the first parent. */
export interface Mainline {
  /** E.g. origin/main. */
  branch: string;
  /** Oldest first; at least one. */
  commits: readonly MainlineCommit[];
}

const mostCommits = 50_000;
const separator = '\u001F';

/**
 * @param asked a branch, tag or commit; the default branch when absent
 * @throws UserError when there is no such branch
 */
export async function readMainline(repository: Repository, asked?: string): Promise<Mainline> {
  const branch = asked ?? (await findDefaultBranch(repository))?.name;
  if (branch === undefined) throw refuse(repository);
  const tip = await resolveCommit(repository, branch);
  const format = ['%H', '%T', '%ct', '%an', '%s'].join('%x1f');
  const text = await readGit(repository, [
    ...['log', '--first-parent', `--max-count=${mostCommits}`, `--format=${format}`],
    ...[tip, '--'],
  ]);
  const commits = text.split('\n').map((line): MainlineCommit => {
    const [commit = '', tree = '', seconds = '', author = '', ...rest] = line.split(separator);
    const committedAtMs = 1000 * Number(seconds);
    return { commit, tree, committedAtMs, author, subject: rest.join(' ') };
  });
  return { branch, commits: commits.toReversed() };
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
