import type { PullRequest } from '../github/github-side.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { Subject } from '../subject.ts';

/** A change and its base, as GitHub has them; nothing of it comes from an artifact. */
export interface Change {
  subject: Subject;
  kind: Subject['kind'];
  head: string;
  /** The commit that has to be the one before; undefined where there is none, or it was not asked for. */
  before?: string;
  /** The branch or commit whose perigee.yml counts. */
  rulesAt?: string;
  /** The branch that it is to be merged into, or was pushed to. */
  targetBranch: string;
  isOpen: boolean;
  /** The code comes from a repository that others can write to. */
  fork: boolean;
  /** GitHub's name for the runs that measure it. */
  event: 'pull_request' | 'merge_group' | 'push';
  /** The repository that a run has to have its head from; undefined if the fork is gone. */
  headRepositoryId?: number;
  headBranch?: string;
  /** Paths that it changes; undefined when that is not known, or too many. */
  changedFiles?: readonly string[];
  pullRequest?: PullRequest;
}

/** @returns undefined when there is no such pull request */
export async function readChange(
  github: GithubSide,
  subject: Subject,
): Promise<Change | undefined> {
  switch (subject.kind) {
    case 'pull-request':
      return readPullRequest(github, subject);
    case 'merge-group':
      return {
        ...{ subject, kind: subject.kind, head: subject.head, before: subject.base },
        // Changes queued before this group are not merged yet, so they set no thresholds.
        rulesAt: subject.branch,
        targetBranch: subject.branch,
        ...{ isOpen: true, fork: false, event: 'merge_group' },
        headRepositoryId: subject.repository.id,
      };
    case 'push':
      return readPush(github, subject);
  }
}

async function readPullRequest(
  github: GithubSide,
  subject: Extract<Subject, { kind: 'pull-request' }>,
): Promise<Change | undefined> {
  const { repository, number } = subject;
  const found = await github.readPullRequest(repository, number);
  if (found === undefined) return undefined;
  const { head, headRepositoryId, headBranch, baseBranch, fork, isOpen } = found;
  const change: Change = {
    ...{ subject, kind: subject.kind, head, isOpen, fork, headBranch },
    ...{ rulesAt: baseBranch, targetBranch: baseBranch, event: 'pull_request' },
    headRepositoryId,
    pullRequest: found,
  };
  if (!isOpen) return change;
  const [before, changedFiles] = await Promise.all([
    // The branch as it is now: `base.sha` is its tip at some earlier time, and the change may have merged in what came
    // since (docs/decisions/0070).
    github.findMergeBase(repository, baseBranch, head),
    github.listChangedFiles(repository, number),
  ]);
  return {
    ...change,
    ...(before === undefined ? {} : { before }),
    ...(changedFiles === undefined ? {} : { changedFiles }),
  };
}

/** A push does not set its own thresholds: those of the commit before it count. */
async function readPush(
  github: GithubSide,
  subject: Extract<Subject, { kind: 'push' }>,
): Promise<Change> {
  const { repository, commit } = subject;
  const [branch, parent] = await Promise.all([
    github.defaultBranch(repository),
    github.findFirstParent(repository, commit),
  ]);
  return {
    ...{ subject, kind: subject.kind, head: commit, targetBranch: branch, headBranch: branch },
    ...(parent === undefined ? {} : { before: parent, rulesAt: parent }),
    ...{ isOpen: true, fork: false, event: 'push' },
    headRepositoryId: repository.id,
  };
}
