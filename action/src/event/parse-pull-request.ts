import type { Fields } from './fields.ts';
import type { Checkout, Trigger } from './trigger.ts';

/**
 * The head is what the author pushed: the merge that GitHub checks out would mix in what others did, and
 * a check belongs to the head.
 */
export function parsePullRequest(fields: Fields, checkout: Checkout): Trigger {
  const number = fields.positive('pull_request.number');
  const head = fields.commit('pull_request.head.sha');
  const branch = fields.branch('pull_request.head.ref');
  const targetBranch = fields.branch('pull_request.base.ref');
  const fork = isFork(fields);
  const owner = fields.optionalText('pull_request.head.user.login') ?? 'a deleted account';
  const author = fields.optionalText('pull_request.user.login');
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
    ...(author === undefined ? {} : { author }),
  };
}

/** The event has no repository of a deleted fork. */
function isFork(fields: Fields): boolean {
  const from = fields.optionalText('pull_request.head.repo.full_name');
  return from !== fields.text('pull_request.base.repo.full_name');
}
