import { shortenCommit } from '../../contract/commit.ts';
import type { Problem, Revision } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { findCommit, resolveCommit } from './find-commit.ts';
import { findDefaultBranch } from './find-default-branch.ts';
import { isShallow } from './history.ts';
import type { Repository } from './repository.ts';
import { snapshotWorkingTree } from './snapshot-working-tree.ts';

/** The sides to compare, as a person asks for them, or as findChange has found them. */
export interface SidesRequest {
  before: { kind: 'where-it-branched' } | { kind: 'none' } | NamedSide | FoundSide;
  after: { kind: 'working-tree' } | NamedSide | FoundSide;
  /** The branch of the change where the caller knows it; a checkout of CI is on none. */
  branch?: string;
  /** Notes on the two for the readers of the results. */
  problems?: readonly Problem[];
}

interface NamedSide {
  kind: 'revision';
  name: string;
}

interface FoundSide {
  kind: 'commit';
  /** A full object id. */
  commit: string;
  label: string;
}

export interface Sides {
  /** The change itself where there is nothing to compare it with. */
  before: Revision;
  after: Revision;
  /** Only the change is to be measured, for the history of its branch. */
  isAlone?: true;
  /** The branch the change is on, where it has one. */
  branch?: string;
  /** Notes on the two for the readers of the results, such as uncommitted files that are not in the change. */
  problems?: Problem[];
}

/**
 * Turns what was asked for into two commits.
 * @param scratch a directory inside the repository that git ignores
 * @throws UserError: no commits, an unknown revision, no baseline to be found
 */
export async function resolveSides(
  repository: Repository,
  request: SidesRequest,
  scratch: string,
): Promise<Sides> {
  const { before: from, after: to } = request;
  const tip = await resolveTip(repository, to);
  const { after, problems: leftOut } =
    to.kind === 'working-tree'
      ? await resolveWorkingTree(repository, scratch, tip)
      : { after: { commit: tip, label: labelOf(to) }, problems: [] };
  const branch = request.branch ?? (await findBranch(repository, to));
  const problems = [...(request.problems ?? []), ...leftOut];
  const more = {
    ...(branch === undefined ? {} : { branch: cut(branch) }),
    ...(problems.length > 0 ? { problems } : {}),
  };
  const before = await resolveBefore(repository, { before: from, after: to });
  if (before === undefined) return { before: after, after, isAlone: true, ...more };
  return { before, after, ...more };
}

/**
 * Only the commit before the change, for callers that need it first.
 * @returns undefined where there is to be none
 */
export async function resolveBefore(
  repository: Repository,
  { before: from, after: to }: Pick<SidesRequest, 'before' | 'after'>,
): Promise<Revision | undefined> {
  if (from.kind === 'none') return undefined;
  if (from.kind !== 'where-it-branched') {
    return { commit: await resolveSide(repository, from), label: labelOf(from) };
  }
  const tip = await resolveTip(repository, to);
  return findBaseline(repository, tip, to.kind === 'working-tree');
}

function resolveTip(repository: Repository, to: SidesRequest['after']): Promise<string> {
  return to.kind === 'working-tree' ? findHead(repository) : resolveSide(repository, to);
}

async function resolveSide(repository: Repository, side: NamedSide | FoundSide): Promise<string> {
  const head = await findHead(repository);
  const name = side.kind === 'commit' ? side.commit : side.name;
  return name === 'HEAD' ? head : resolveCommit(repository, name);
}

function labelOf(side: NamedSide | FoundSide): string {
  return cut(side.kind === 'commit' ? side.label : side.name);
}

async function findHead(repository: Repository): Promise<string> {
  const head = await findCommit(repository, 'HEAD');
  if (head === undefined) {
    throw new UserError({
      where: repository.root,
      seen: 'this repository has no commit yet',
      expected: 'at least one commit to compare with',
      remedy: 'commit the code as it is, then change it',
    });
  }
  return head;
}

async function resolveWorkingTree(
  repository: Repository,
  scratch: string,
  head: string,
): Promise<{ after: Revision; problems: Problem[] }> {
  const { commit, problems } = await snapshotWorkingTree(repository, scratch, head);
  const after: Revision =
    commit === head
      ? { commit, label: 'working tree, as committed' }
      : { commit, label: 'working tree', dirty: true };
  return { after, problems };
}

async function findBranch(
  repository: Repository,
  wanted: SidesRequest['after'],
): Promise<string | undefined> {
  if (wanted.kind === 'commit') return undefined;
  if (wanted.kind === 'revision' && wanted.name !== 'HEAD') {
    const reference = `refs/heads/${wanted.name}`;
    const known = await repository.git(['show-ref', '--verify', '--quiet', '--', reference]);
    return known.exitCode === 0 ? wanted.name : undefined;
  }
  const current = await repository.git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return current.exitCode === 0 ? current.stdout.trim() : undefined;
}

function cut(label: string): string {
  return label.slice(0, 300);
}

/**
 * The commit where a change left the default branch. On the default branch itself that is the tip: right
 * for an uncommitted change, and for a committed one its first parent.
 * @param tip the commit the change stands on
 * @throws UserError when there is none
 */
async function findBaseline(
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
      remedy: 'name the baseline with --base, or run git remote set-head origin --auto',
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
    seen: `${shortenCommit(tip)} is the first commit of ${branch.name}: there is nothing before it`,
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
      : 'name the baseline with --base',
  });
}
