import { expectLabel } from '../../src/contract/gate.ts';
import { UserError } from '../../src/contract/user-error.ts';
import type { BaseRule, ChangeRequest } from '../../src/runner/revisions/find-change.ts';
import { isReferenceName } from '../../src/runner/revisions/reference-name.ts';
import type { Fields } from '../../src/transport/rest/fields.ts';
import { type JobContext, readFields } from './github/ci-run.ts';

/** Why a job runs, from the event that GitHub wrote down: checked, and still only data. */
export interface Trigger {
  kind: 'pull-request' | 'merge-group' | 'push' | 'schedule' | 'manual';
  /** The commit to judge. For a pull request its own head, not the merge that GitHub checks out. */
  head: ChangeRequest['head'];
  /** How to find the commit before it, unless an input says otherwise. */
  base: BaseRule;
  /** The branch the change is on; undefined for a tag. */
  branch: string | undefined;
  /** The branch it is to be merged into, or was pushed to. */
  targetBranch: string | undefined;
  pullRequest?: number;
  /** The code comes from a repository that others can write to: this job has no secrets. */
  fork: boolean;
}

/** GITHUB_SHA, and GITHUB_REF, e.g. refs/heads/main. */
type Checkout = { commit: string; reference: string };

/**
 * @param context whose event GitHub wrote; the author of a pull request chooses parts of it
 * @throws UserError for an event that cannot be measured, with the reason
 */
export function parseTrigger({
  eventName,
  payload,
  ref,
  sha,
}: Pick<JobContext, 'eventName' | 'payload' | 'ref' | 'sha'>): Trigger {
  const set = { GITHUB_EVENT_NAME: eventName, GITHUB_REF: ref, GITHUB_SHA: sha };
  const job = readFields(set, 'the environment of this job');
  const name = job.text('GITHUB_EVENT_NAME');
  const checkout = { commit: job.commit('GITHUB_SHA'), reference: job.text('GITHUB_REF') };
  const fields = readFields(payload, `the event (${name})`);
  switch (name) {
    case 'pull_request':
      return parsePullRequest(fields, checkout);
    case 'merge_group':
      return parseMergeGroup(fields);
    case 'push':
      return parsePush(fields, checkout);
    case 'schedule':
      return parseOwnBranch('schedule', fields, checkout);
    case 'workflow_dispatch':
      return parseOwnBranch('manual', fields, checkout);
    case 'pull_request_target':
      throw new UserError({
        where: 'on: pull_request_target',
        seen: 'this job has the secrets of the repository, and would run the code of the pull request with them',
        expected: 'on: pull_request, which forks may start too: it needs no secret',
        remedy: 'replace pull_request_target by pull_request in the workflow',
      });
    default:
      throw new UserError({
        where: `on: ${name.slice(0, 100)}`,
        seen: 'an event that names no change to measure',
        expected: 'pull_request, merge_group, push, schedule or workflow_dispatch',
        remedy: 'start the job by one of these',
      });
  }
}

/** A job that no push started: it judges the tip of its branch, one by hand as a change of the default branch. */
function parseOwnBranch(
  kind: 'schedule' | 'manual',
  fields: Fields,
  { commit, reference }: Checkout,
): Trigger {
  const branch = branchOf(reference);
  const from = kind === 'schedule' ? undefined : findDefaultBranch(fields);
  return {
    kind,
    head: { commit, reference, label: branch ?? reference },
    base: from === undefined ? { kind: 'parent' } : { kind: 'branch-point', branch: from },
    branch,
    // A comparison with the fork point of a branch is judged by the rules of that branch.
    targetBranch: from ?? branch,
    fork: false,
  };
}

/** The queue's base holds the pull requests that wait before this group: only this group is to blame. */
function parseMergeGroup(fields: Fields): Trigger {
  const reference = readFullName(fields, 'merge_group.head_ref');
  const targetBranch = readFullName(fields, 'merge_group.base_ref');
  return {
    kind: 'merge-group',
    head: {
      commit: fields.commit('merge_group.head_sha'),
      reference: `refs/heads/${reference}`,
      label: `merge queue of ${targetBranch}`,
    },
    base: {
      kind: 'commit',
      commit: fields.commit('merge_group.base_sha'),
      label: `${targetBranch} as the queue found it`.slice(0, 300),
    },
    branch: reference,
    targetBranch,
    fork: false,
  };
}

/** A branch by its short name. */
function readBranch(fields: Fields, path: string): string {
  const name = fields.text(path);
  if (isReferenceName(`refs/heads/${name}`)) return name;
  throw fields.refuse(path, 'name that git allows for a branch');
}

/** The same of a full name, e.g. refs/heads/main. */
function readFullName(fields: Fields, path: string): string {
  const branch = branchOf(fields.text(path));
  if (branch !== undefined) return branch;
  throw fields.refuse(path, 'full name of a branch, e.g. refs/heads/main');
}

/**
 * The head is what the author pushed: the merge that GitHub checks out would mix in what others did, and
 * a check belongs to the head.
 */
function parsePullRequest(fields: Fields, checkout: Checkout): Trigger {
  const number = fields.whole('pull_request.number');
  const head = fields.commit('pull_request.head.sha');
  const branch = readBranch(fields, 'pull_request.head.ref');
  const targetBranch = readBranch(fields, 'pull_request.base.ref');
  const fork = isFork(fields);
  const owner = fields.optionalText('pull_request.head.user.login') ?? 'a deleted account';
  return {
    kind: 'pull-request',
    head: {
      commit: head,
      reference: `refs/pull/${number}/head`,
      label: fork ? `${owner}:${branch}` : branch,
    },
    base: {
      kind: 'branch-point',
      branch: targetBranch,
      tip: fields.commit('pull_request.base.sha'),
      // A merge of head and target that is the same for all jobs and attempts of this run.
      ...(checkout.commit === head ? {} : { testMerge: checkout.commit }),
    },
    branch,
    targetBranch,
    pullRequest: number,
    fork,
  };
}

/** The event has no repository of a deleted fork. */
function isFork(fields: Fields): boolean {
  const from = fields.optionalText('pull_request.head.repo.full_name');
  return from !== fields.text('pull_request.base.repo.full_name');
}

const nothing = /^0+$/;

/** A push is compared with what the branch was before; one that was forced, or of a new branch, with where it began. */
function parsePush(fields: Fields, checkout: Checkout): Trigger {
  const reference = fields.text('ref');
  if (fields.isTrue('deleted')) {
    throw new UserError({
      where: 'the event (push)',
      seen: `${reference} was deleted: there is nothing to measure`,
      expected: 'a push of commits',
    });
  }
  const before = fields.optionalText('before');
  const isNew = before === undefined || nothing.test(before);
  const branch = branchOf(reference);
  const mainBranch = findDefaultBranch(fields);
  return {
    kind: 'push',
    head: { commit: checkout.commit, reference, label: branch ?? reference },
    base: {
      kind: 'push',
      ...(isNew ? {} : { before: fields.commit('before') }),
      ...(fields.isTrue('forced') ? { isForced: true } : {}),
      ...(mainBranch === undefined || mainBranch === branch ? {} : { mainBranch }),
    },
    branch,
    targetBranch: branch,
    fork: false,
  };
}

/** Runners of one's own may not name it. */
function findDefaultBranch(fields: Fields): string | undefined {
  const path = 'repository.default_branch';
  return fields.optionalText(path) === undefined ? undefined : readBranch(fields, path);
}

/** Undefined for a tag. */
function branchOf(reference: string): string | undefined {
  const isBranch = reference.startsWith('refs/heads/') && isReferenceName(reference);
  return isBranch ? reference.slice('refs/heads/'.length) : undefined;
}

/**
 * Whether the pull request has the label that asks to spend the pairs on improvements. Who may set it is up to GitHub:
 * in any case the run takes at most `maxRepeats` pairs and judges by the same limits.
 */
export function hasExpectLabel(payload: unknown): boolean {
  const labels = readFields(payload, 'the event').list('pull_request.labels');
  return labels.some((label) => label.optionalText('name') === expectLabel);
}
