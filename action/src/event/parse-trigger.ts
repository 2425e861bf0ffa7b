import { UserError } from '../../../src/contract/user-error.ts';
import { readFields } from './fields.ts';
import { parseMergeGroup } from './parse-merge-group.ts';
import { parsePullRequest } from './parse-pull-request.ts';
import { parsePush } from './parse-push.ts';
import { parseOwnBranch } from './parse-own-branch.ts';
import type { Checkout, Trigger } from './trigger.ts';

/**
 * @param name GITHUB_EVENT_NAME
 * @param payload the event as GitHub wrote it; the author of a pull request chooses parts of it
 * @throws UserError for an event that cannot be measured, with the reason
 */
export function parseTrigger(name: string, payload: unknown, checkout: Checkout): Trigger {
  const fields = readFields(payload, `the event (${name})`);
  switch (name) {
    case 'pull_request':
      return parsePullRequest(fields, checkout);
    case 'merge_group':
      return parseMergeGroup(fields);
    case 'push':
      return parsePush(fields, checkout);
    case 'schedule':
    case 'workflow_dispatch':
      return parseOwnBranch(name, fields, checkout);
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
