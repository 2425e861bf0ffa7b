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

/** The branch that ends soonest after a commit, of this clone or else of a remote; undefined where none has it. */
export async function findBranchWith(
  repository: Repository,
  commit: string,
): Promise<string | undefined> {
  const { stdout } = await repository.git([
    ...['for-each-ref', '--sort=committerdate', '--format=%(refname)', `--contains=${commit}`],
    ...['refs/heads', 'refs/remotes'],
  ]);
  const names = stdout.split('\n').filter((name) => name !== '' && !name.endsWith('/HEAD'));
  const found = names.find((name) => name.startsWith('refs/heads/')) ?? names[0];
  return found && shorten(found);
}

function refuse({ root }: Repository): UserError {
  return new UserError({
    where: root,
    seen: 'there is no default branch here',
    expected: 'origin/HEAD, or a branch called main or master: it says the order of commits',
    remedy: 'name it with --branch, or run git remote set-head origin --auto',
  });
}
