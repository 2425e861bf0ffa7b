import type { Revision } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { ensureCommit, type Remote, type WantedCommit } from './fetch.ts';
import { findAnchor } from './find-anchor.ts';
import { findBranchPoint, type BranchPoint } from './find-branch-point.ts';
import { fetchRevision } from './fetch-revision.ts';
import { readParents } from './history.ts';
import { findMergeBase } from './merge-base.ts';

/** How the commit before the change is found. */
export type BaseRule =
  /** Where the change left the branch that it is to be merged into. */
  | BranchPoint
  /** A commit that somebody has chosen: the base of a merge queue's group. */
  | { kind: 'commit'; commit: string; label: string }
  /** What the branch was before a push; the first parent when it was something else, or nothing. */
  | { kind: 'push'; before?: string }
  /** A branch, a tag or a commit that a person named. */
  | { kind: 'revision'; name: string }
  /** Of an anchor run: the last release, or what the branch was a week before. */
  | { kind: 'anchor' }
  /** No comparison: the change alone. */
  | { kind: 'none' };

/** What a person writes for an anchor run. No branch and no tag can be called that. */
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
}

/**
 * The two commits to compare, both brought into the clone. It may be shallow, partial, or a checkout of
 * something else: nothing of it is changed but its store of objects.
 * @throws UserError in plain words when a commit is not available
 */
export async function findChange(remote: Remote, request: ChangeRequest): Promise<Change> {
  const { head, base } = request;
  await ensureCommit(remote, head);
  const after = { commit: head.commit, label: head.label.slice(0, 300) };
  switch (base.kind) {
    case 'none':
      return { after };
    case 'commit':
      await ensureCommit(remote, base);
      return { after, before: { commit: base.commit, label: base.label } };
    case 'revision':
      return { after, before: await fetchRevision(remote, base.name) };
    case 'anchor':
      return { after, before: await findAnchored(remote, head) };
    case 'push':
      return { after, before: await findPushed(remote, head, base.before) };
    case 'branch-point': {
      const point = await findBranchPoint(remote, head, base);
      return { after, before: point ?? (await findFirstParent(remote, head)) };
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
  remote.say(`this anchor run compares with ${anchor.label} (${anchor.commit.slice(0, 12)})`);
  return anchor;
}

/** After a force-push, what was there before is no ancestor: others' work would pass for this change. */
async function findPushed(
  remote: Remote,
  head: WantedCommit,
  before: string | undefined,
): Promise<Revision> {
  if (before === undefined || before === head.commit) return findFirstParent(remote, head);
  const pushedOn = { commit: before };
  try {
    await ensureCommit(remote, pushedOn);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    remote.say(`${before.slice(0, 12)}, which the branch was before, is gone: taking the parent`);
    return findFirstParent(remote, head);
  }
  if ((await findMergeBase(remote, head, pushedOn)) !== before) {
    remote.say(`${before.slice(0, 12)} was pushed away: taking the parent`);
    return findFirstParent(remote, head);
  }
  return { commit: before, label: 'before the push' };
}

async function findFirstParent(remote: Remote, head: WantedCommit): Promise<Revision> {
  const [parent] = await readParents(remote.repository, head.commit);
  if (parent === undefined) {
    throw new UserError({
      where: remote.repository.root,
      seen: `${head.commit.slice(0, 12)} is the first commit: there is nothing before it`,
      expected: 'a change to compare with what it was made from',
      remedy: 'push a second commit, or name the base yourself',
    });
  }
  await ensureCommit(remote, { commit: parent });
  return { commit: parent, label: 'the commit before' };
}
