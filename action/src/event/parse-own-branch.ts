import type { BaseRule } from '../../../src/runner/revisions/find-change.ts';
import type { Fields } from './fields.ts';
import { branchOf } from './parse-push.ts';
import type { Checkout, Trigger } from './trigger.ts';

/** A job that nobody's push has started: it judges the tip of the branch that it was started on. */
export function parseOwnBranch(
  name: 'schedule' | 'workflow_dispatch',
  fields: Fields,
  checkout: Checkout,
): Trigger {
  const { commit, reference } = checkout;
  const branch = branchOf(reference);
  const author = fields.optionalText('sender.login');
  return {
    kind: name === 'schedule' ? 'schedule' : 'manual',
    head: { commit, reference, label: branch ?? reference },
    base: chooseBase(name, fields),
    ...(branch === undefined ? {} : { branch, targetBranch: branch }),
    fork: false,
    ...(author === undefined ? {} : { author }),
  };
}

/** A schedule runs on the default branch. By hand somebody may ask about any branch. */
function chooseBase(name: 'schedule' | 'workflow_dispatch', fields: Fields): BaseRule {
  if (name === 'schedule' || fields.optionalText('repository.default_branch') === undefined) {
    return { kind: 'push' };
  }
  return { kind: 'branch-point', branch: fields.branch('repository.default_branch') };
}
