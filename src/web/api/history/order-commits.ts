import { orderOfCommit } from '../../../store/order-values.ts';
import type { StoredBuild } from '../../../store/series-point.ts';
import type { Commit } from '../answers.ts';

/** The commits of the default branch, as far as builds tell them. */
export interface CommitOrder {
  /** Oldest first. */
  commits: readonly Commit[];
  placeOf(this: void, commit: string): number | undefined;
  /** The default branch, if a build names it. */
  branch?: string;
}

/** Their baselines are commits of the branch that they are for, which mostly is the default branch. */
const comparesWithDefault: ReadonlySet<string> = new Set([
  'default',
  'pull-request',
  'merge-queue',
]);

/** Whether it is of the default branch by its CI, or by the git of the laptop that published it. */
export function isOfDefaultBranch({ branchKind, local }: StoredBuild): boolean {
  return branchKind === 'default' || local?.isOnDefaultBranch === true;
}

/**
 * A store has no git. Commits that the default branch was built at are ordered by when they were made. A baseline
 * that was never built itself stands before the first commit that was compared with it, unless a git says when it was made.
 * @param builds newest first
 */
export function orderCommits(builds: readonly StoredBuild[]): CommitOrder {
  const known = new Map<string, Commit>();
  let branch: string | undefined;
  for (const build of builds) {
    if (!isOfDefaultBranch(build)) continue;
    branch ??= build.branch;
    const { author, commit, subject } = build;
    const atMs = Math.min(known.get(commit)?.atMs ?? Infinity, orderOfCommit(build));
    known.set(commit, { commit, atMs, author, subject });
  }
  const baselines = new Map<string, Commit>();
  for (const build of builds) {
    const { baseline, branchKind, commit } = build;
    const isOwn = baseline === commit || known.has(baseline);
    const isCompared = comparesWithDefault.has(branchKind) || isOfDefaultBranch(build);
    if (isOwn || !isCompared) continue;
    const { committedAtMs, ...facts } = build.local?.baseline ?? {};
    const before = committedAtMs ?? (known.get(commit)?.atMs ?? orderOfCommit(build)) - 1;
    const atMs = Math.min(baselines.get(baseline)?.atMs ?? Infinity, before);
    baselines.set(baseline, { ...baselines.get(baseline), ...facts, commit: baseline, atMs });
  }
  const commits = [...known.values(), ...baselines.values()].toSorted(
    (a, b) => a.atMs - b.atMs || (a.commit < b.commit ? -1 : 1),
  );
  const places = new Map(commits.map(({ commit }, place) => [commit, place]));
  return {
    commits,
    placeOf: (commit) => places.get(commit),
    branch,
  };
}
