import { UserError } from '../../contract/user-error.ts';
import { ensureCommit, type Remote, type WantedCommit } from './fetch.ts';
import { findBranchPoint } from './find-branch-point.ts';
import { findLastCommit, type FoundBase } from './find-first-parent.ts';
import { findMergeBase } from './merge-base.ts';

export interface Push {
  kind: 'push';
  /** What the branch was before; absent where it is new. */
  before?: string;
  /** What the branch was before is no ancestor; a shallow clone would need the whole history to find what they share. */
  isForced?: true;
  /** The branch that changes are merged into, where the push was to another one. */
  mainBranch?: string;
}

/**
 * The commit before all that was pushed. After a force-push, what was there before is no ancestor: others' work would
 * pass for this change. Such a push, and that of a new branch, is compared with where the branch left the main one;
 * a force-push to the main branch with the last commit that it kept.
 */
export async function findPushed(
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
    if (common !== before) remote.say(`${before.slice(0, 12)} was pushed away`);
    return common === head.commit ? undefined : common;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    remote.say(`${before.slice(0, 12)}, which the branch was before, is gone`);
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
