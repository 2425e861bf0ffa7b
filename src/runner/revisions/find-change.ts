import type { Problem, Revision } from '../../contract/documents.ts';
import { ensureCommit, type Remote, type WantedCommit } from './fetch.ts';
import { findAnchor } from './find-anchor.ts';
import { findBranchPoint, type BranchPoint } from './find-branch-point.ts';
import { findFirstParent, findLastCommit, type FoundBase } from './find-first-parent.ts';
import { findPushed, type Push } from './find-pushed.ts';
import { fetchRevision } from './fetch-revision.ts';
import { isOneTree } from './is-one-tree.ts';
import { refuseContained } from './refuse-contained.ts';

/** How the commit before the change is found. */
export type BaseRule =
  /** Where the change left the branch that it is to be merged into. */
  | BranchPoint
  /** A commit that somebody has chosen: the base of a merge queue's group. */
  | { kind: 'commit'; commit: string; label: string }
  /** What the branch was before a push, or where it began. */
  | Push
  /** The first parent: for a branch that is measured commit by commit. */
  | { kind: 'parent' }
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
  /** What a reader of the results has to know of the two. */
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
  remote.say(`this anchor run compares with ${anchor.label} (${anchor.commit.slice(0, 12)})`);
  return anchor;
}
