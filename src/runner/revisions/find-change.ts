import { isCommitId, nameRevision, shortenCommit } from '../../contract/commit.ts';
import type { Problem, Revision } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { describeFetch } from './explain-fetch.ts';
import { fetchRevision } from './fetch-revision.ts';
import { ensureCommit, type Remote, type WantedCommit, fetchCommits } from './fetch.ts';
import { findBranchPoint, type BranchPoint } from './find-branch-point.ts';
import { findFirstParent, findLastCommit, type FoundBase } from './find-first-parent.ts';
import { findLastRelease, listRemoteTags } from './find-last-release.ts';
import { isShallow } from './history.ts';
import { isOneTree } from './is-one-tree.ts';
import { findMergeBase } from './merge-base.ts';
import { refuseContained } from './refuse-contained.ts';
import { readGit } from './repository.ts';

/** How the commit before the change is found. */
export type BaseRule =
  /** The commit at which the change left the branch that it is to be merged into. */
  | BranchPoint
  /** A given commit: the base of a merge queue's group. */
  | { kind: 'commit'; commit: string; label: string }
  /** The tip before a push, or the beginning of the branch. */
  | Push
  /** The first parent: for a branch that is measured commit by commit. */
  | { kind: 'parent' }
  /** A branch, a tag or a commit that a person named. */
  | { kind: 'revision'; name: string }
  /** For an anchor run: the last release, or the branch as it was a week before. */
  | { kind: 'anchor' }
  /** No comparison: the change alone. */
  | { kind: 'none' };

/** The words for an anchor run. No branch and no tag can be called that. */
const anchorRun = 'anchor run';

/** @param name a branch, a tag or a commit, or `anchor run` */
export function nameBase(name: string): BaseRule {
  return name === anchorRun ? { kind: 'anchor' } : { kind: 'revision', name };
}

export interface ChangeRequest {
  head: WantedCommit & { label: string };
  base: BaseRule;
}

export interface Change {
  after: Revision;
  /** Absent for the rule `none` alone. */
  before?: Revision;
  /** Notes on the two for the readers of the results. */
  problems?: Problem[];
}

/**
 * The two commits to compare, both brought into the clone. It may be shallow, partial, or a checkout of
 * something else: nothing of it is changed but its store of objects.
 * @throws UserError in plain words when a commit is not available, or the base contains the change
 */
export async function findChange(remote: Remote, request: ChangeRequest): Promise<Change> {
  const { head, base } = request;
  await ensureCommit(remote, head);
  const after = { commit: head.commit, label: head.label.slice(0, 300) };
  const found = await findBase(remote, request);
  if (found === undefined) return { after };
  const { before } = found;
  await refuseContained(remote, head, before, base.kind === 'revision' ? base.name : undefined);
  const problems = [...(found.problems ?? [])];
  // Such as an empty commit, or one that is taken back: there is nothing to see, and nothing is hidden.
  if (await isOneTree(remote.repository, { before, after })) problems.push(sameFiles);
  return { after, before, ...(problems.length > 0 ? { problems } : {}) };
}

const sameFiles: Problem = {
  code: 'same-files',
  message: 'both sides hold the same files: this run shows the noise of the machine alone',
};

async function findBase(
  remote: Remote,
  { base, head }: ChangeRequest,
): Promise<FoundBase | undefined> {
  switch (base.kind) {
    case 'none':
      return undefined;
    case 'commit':
      await ensureCommit(remote, base);
      return { before: { commit: base.commit, label: base.label } };
    case 'revision':
      return { before: await fetchRevision(remote, base.name) };
    case 'anchor':
      return { before: await findAnchored(remote, head) };
    case 'push':
      return findPushed(remote, head, base);
    case 'parent':
      return { before: await findFirstParent(remote, head) };
    case 'branch-point': {
      const before = await findBranchPoint(remote, head, base);
      const why = `${base.branch} holds the change already, and does not say where it began`;
      return before === undefined ? findLastCommit(remote, head, why) : { before };
    }
  }
}

/** A young repository has no anchor yet. */
async function findAnchored(remote: Remote, head: WantedCommit): Promise<Revision> {
  const anchor = await findAnchor(remote, head);
  if (anchor === undefined) {
    remote.say('there is no release, and no commit of a week before: taking the parent');
    return findFirstParent(remote, head);
  }
  remote.say(`this anchor run compares with ${nameRevision(anchor)}`);
  return anchor;
}

const daySeconds = 24 * 3600;

/**
 * The base of an anchor run: the last release, or the branch as it was a week before, in turn by the day of the tip.
 * All shards of a build therefore choose the same, and no count has to be kept. The whole history is fetched if the
 * clone lacks it.
 * @returns undefined where there is neither
 */
async function findAnchor(remote: Remote, head: WantedCommit): Promise<Revision | undefined> {
  const { repository } = remote;
  if (await isShallow(repository)) {
    remote.say(`fetching the whole history from ${remote.name}, to find the last release`);
    const failure = await fetchCommits(remote, [head], 'all');
    if (failure !== undefined) {
      throw describeFetch(repository.root, 'the history of the branch', remote.name, failure);
    }
  }
  const seconds = Number(
    await readGit(repository, ['log', '--max-count=1', '--format=%ct', head.commit]),
  );
  const findRelease = async (): Promise<Revision | undefined> => {
    const tags = await listRemoteTags(remote);
    const found = await findLastRelease(repository, head.commit, tags);
    return found && { commit: found.commit, label: `release ${found.tag}`.slice(0, 300) };
  };
  const findLastWeek = async (): Promise<Revision | undefined> => {
    const before = `--before=${seconds - 7 * daySeconds}`;
    const args = ['rev-list', '--first-parent', '--max-count=1', before, head.commit];
    const commit = await readGit(repository, args);
    return isCommitId(commit) ? { commit, label: 'the branch a week before' } : undefined;
  };
  const isOdd = Math.floor(seconds / daySeconds) % 2 === 1;
  return isOdd
    ? ((await findLastWeek()) ?? (await findRelease()))
    : ((await findRelease()) ?? (await findLastWeek()));
}

interface Push {
  kind: 'push';
  /** The tip before; absent if the branch is new. */
  before?: string;
  /** The tip before is no ancestor; a shallow clone would need the whole history to find what they share. */
  isForced?: true;
  /** The branch that changes are merged into, where the push was to another one. */
  mainBranch?: string;
}

/**
 * The commit before all that was pushed. After a force-push, what was there before is no ancestor: others' work would
 * pass for this change. Such a push, and that of a new branch, is compared with where the branch left the main one;
 * a force-push to the main branch with the last commit that it kept.
 */
async function findPushed(
  remote: Remote,
  head: WantedCommit,
  { before, isForced, mainBranch }: Push,
): Promise<FoundBase> {
  const findRest = async (): Promise<FoundBase | undefined> => {
    const kept = before === undefined ? undefined : await findKept(remote, head, before);
    if (kept === undefined) return undefined;
    const label = kept === before ? 'before the push' : 'what the force-push kept';
    return { before: { commit: kept, label } };
  };
  const rest = isForced === true ? undefined : await findRest();
  if (rest !== undefined && rest.before.commit === before) return rest;
  const point = mainBranch === undefined ? undefined : await findLeft(remote, head, mainBranch);
  return (
    point ??
    (isForced === true ? await findRest() : rest) ??
    findLastCommit(remote, head, 'nothing says what the branch was before this push')
  );
}

/** The newest commit that the branch had before the push and has still; undefined where that is all or none of it. */
async function findKept(
  remote: Remote,
  head: WantedCommit,
  before: string,
): Promise<string | undefined> {
  if (before === head.commit) return undefined;
  const pushedOn = { commit: before };
  try {
    await ensureCommit(remote, pushedOn);
    const common = await findMergeBase(remote, head, pushedOn);
    if (common !== before) remote.say(`${shortenCommit(before)} was pushed away`);
    return common === head.commit ? undefined : common;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    remote.say(`${shortenCommit(before)}, which the branch was before, is gone`);
    return undefined;
  }
}

/** An orphan branch, such as one of pages, never left the main one. */
async function findLeft(
  remote: Remote,
  head: WantedCommit,
  branch: string,
): Promise<FoundBase | undefined> {
  try {
    const before = await findBranchPoint(remote, head, { kind: 'branch-point', branch });
    return before && { before };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    remote.say(error.facts.seen);
    return undefined;
  }
}
