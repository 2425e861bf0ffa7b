import { matchesName } from '../../contract/name-pattern.ts';
import type { BranchKind } from './ci-facts.ts';

/** Names of branches that are kept beside the default one; `*` stands for any text. */
export const defaultReleaseBranches: readonly string[] = [
  'release',
  'release/*',
  'release-*',
  'releases/*',
  'stable',
  'stable/*',
  'stable-*',
];

export interface BranchQuestion {
  event: string;
  branch: string | undefined;
  defaultBranch: string | undefined;
  releaseBranches: readonly string[];
  /** The code is that of another repository: what its branches are called says nothing. */
  fork: boolean;
}

/** Events after which a commit of a pull request is measured, at GitHub. */
const pullRequestEvents: readonly string[] = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
];
/** Events that measure what a branch holds, by any cause. */
const branchEvents: readonly string[] = ['push', 'schedule', 'workflow_dispatch', 'dynamic'];

/** A fork's `main` is not ours, nor is a pull request from our `release/2` to `main` a release. */
export function classifyBranch(question: BranchQuestion): BranchKind {
  const { event, branch, defaultBranch, releaseBranches, fork } = question;
  if (event === 'merge_group') return 'merge-queue';
  if (pullRequestEvents.includes(event)) return 'pull-request';
  if (fork || branch === undefined || !branchEvents.includes(event)) return 'other';
  if (branch === defaultBranch) return 'default';
  return releaseBranches.some((pattern) => matchesName(pattern, branch)) ? 'release' : 'other';
}
