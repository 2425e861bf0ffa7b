import type { BaseRule, ChangeRequest } from '../../../src/runner/revisions/find-change.ts';

/** Why a job runs, from the event that GitHub wrote down: checked, and still only data. */
export interface Trigger {
  kind: 'pull-request' | 'merge-group' | 'push' | 'schedule' | 'manual';
  /** The commit to judge. For a pull request its own head, not the merge that GitHub checks out. */
  head: ChangeRequest['head'];
  /** How to find the commit before it, unless an input says otherwise. */
  base: BaseRule;
  /** The branch the change is on. */
  branch?: string;
  /** The branch it is to be merged into, or was pushed to. */
  targetBranch?: string;
  pullRequest?: number;
  /** The code comes from a repository that others can write to: this job has no secrets. */
  fork: boolean;
  /** Who wrote the change, or pushed it. */
  author?: string;
}

/** What the runner says beside the event. */
export interface Checkout {
  /** GITHUB_SHA. */
  commit: string;
  /** GITHUB_REF, e.g. refs/heads/main. */
  reference: string;
}
