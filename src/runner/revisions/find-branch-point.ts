import { shortenCommit } from '../../contract/commit.ts';
import type { Revision } from '../../contract/documents.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { ensureCommit, fetchFrom, type Remote, type WantedCommit } from './fetch.ts';
import { findCommit } from './find-commit.ts';
import { hasCommit, readParents } from './history.ts';
import { findMergeBase } from './merge-base.ts';
import { branchReference } from './reference-name.ts';
import { readGit } from './repository.ts';

export interface BranchPoint {
  kind: 'branch-point';
  /** The branch that the change is to be merged into, e.g. main. */
  branch: string;
  /** A commit that merges the change into that branch, where the host has made one. */
  testMerge?: string;
  /** The tip of the branch as the host last saw it. It may be old. */
  tip?: string;
}

/**
 * The commit at which a change left the branch that it is to be merged into.
 * @returns undefined when the branch holds all of the change already, and no merge says where it began
 * @throws UserError when the two have nothing in common, or the branch is not available
 */
export async function findBranchPoint(
  remote: Remote,
  head: WantedCommit,
  rule: BranchPoint,
): Promise<Revision | undefined> {
  let container: WantedCommit | undefined;
  let found = false;
  for (const findTip of [tipOfTestMerge, tipOnRemote, tipAsSeen]) {
    const tip = await findTip(remote, rule, head);
    if (tip === undefined) continue;
    found = true;
    const base = await findMergeBase(remote, head, tip);
    if (base === head.commit) container = tip;
    if (base !== undefined && base !== head.commit) {
      return { commit: base, label: `merge base with ${rule.branch}`.slice(0, 300) };
    }
  }
  if (container !== undefined) return findLeftBeforeMerge(remote, head, container, rule.branch);
  throw new UserError({
    where: remote.repository.root,
    seen: found
      ? `${shortenCommit(head.commit)} and ${rule.branch} have no commit in common`
      : `the branch ${rule.branch} is not in this checkout, and ${remote.name} does not give it`,
    expected: 'a change that was made from the branch that it is to be merged into',
    remedy: `${found ? 'rebase the change, or ' : ''}name the base yourself, with the option \`base\``,
    exitCode: exitCode.couldNotMeasure,
  });
}

/** The merge that brought the change in has what the branch was before it as its first parent. */
async function findLeftBeforeMerge(
  remote: Remote,
  head: WantedCommit,
  tip: WantedCommit,
  branch: string,
): Promise<Revision | undefined> {
  const range = `${head.commit}..${tip.commit}`;
  const list = async (option: string): Promise<string[]> =>
    (await readGit(remote.repository, ['rev-list', option, range, '--'])).split('\n');
  const later = new Set(await list('--ancestry-path'));
  const merge = (await list('--first-parent')).findLast((commit) => later.has(commit));
  if (merge === undefined || merge === '') return undefined;
  const [into] = await readParents(remote.repository, merge);
  if (into === undefined || !(await bring(remote, into))) return undefined;
  const base = await findMergeBase(remote, head, withReference(into, branch));
  if (base === undefined || base === head.commit) return undefined;
  return { commit: base, label: `merge base with ${branch} before it was merged`.slice(0, 300) };
}

type FindTip = (
  remote: Remote,
  rule: BranchPoint,
  head: WantedCommit,
) => Promise<WantedCommit | undefined>;

/** The same for every job and every attempt of a build, and as fresh as the build. */
const tipOfTestMerge: FindTip = async (remote, { testMerge, branch }, head) => {
  if (testMerge === undefined || !(await bring(remote, testMerge))) return undefined;
  const [tip, merged, ...more] = await readParents(remote.repository, testMerge);
  if (tip === undefined || merged !== head.commit || more.length > 0) return undefined;
  return (await bring(remote, tip)) ? withReference(tip, branch) : undefined;
};

const tipOnRemote: FindTip = async (remote, { branch }) => {
  const reference = branchReference(branch);
  if (reference === undefined) return undefined;
  const failure = await fetchFrom(remote, [reference], 'as-it-is');
  if (failure !== undefined) {
    remote.say(`${branch} could not be fetched from ${remote.name} (git: ${failure.said})`);
    return undefined;
  }
  const commit = await findCommit(remote.repository, 'FETCH_HEAD');
  return commit === undefined ? undefined : { commit, reference };
};

/** Last: it can be older than what the change has merged in, and then others' work would count as its own. */
const tipAsSeen: FindTip = async (remote, { tip, branch }) =>
  tip !== undefined && (await bring(remote, tip)) ? withReference(tip, branch) : undefined;

function withReference(commit: string, branch: string): WantedCommit {
  const reference = branchReference(branch);
  return reference === undefined ? { commit } : { commit, reference };
}

async function bring(remote: Remote, commit: string): Promise<boolean> {
  try {
    await ensureCommit(remote, { commit });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    remote.say(error.facts.seen);
  }
  return hasCommit(remote.repository, commit);
}
