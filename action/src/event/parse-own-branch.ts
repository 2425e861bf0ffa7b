import type { BaseRule } from '../../../src/runner/revisions/find-change.ts';
import type { Fields } from './fields.ts';
import { branchOf } from './parse-push.ts';
import type { Checkout, Trigger } from './trigger.ts';

/** A job that no push started: it judges the tip of its branch. */
export function parseOwnBranch(
  name: 'schedule' | 'workflow_dispatch',
  fields: Fields,
  checkout: Checkout,
): Trigger {
  const { commit, reference } = checkout;
  const branch = branchOf(reference);
  const author = fields.optionalText('sender.login');
  const base = chooseBase(name, fields);
  // What is compared with where it left a branch is judged by the rules of that branch.
  const targetBranch = base.kind === 'branch-point' ? base.branch : branch;
  return {
    kind: name === 'schedule' ? 'schedule' : 'manual',
    head: { commit, reference, label: branch ?? reference },
    base,
    ...(branch === undefined ? {} : { branch }),
    ...(targetBranch === undefined ? {} : { targetBranch }),
    fork: false,
    ...(author === undefined ? {} : { author }),
  };
}

/** A schedule runs on the default branch. By hand somebody may ask about any branch. */
function chooseBase(name: 'schedule' | 'workflow_dispatch', fields: Fields): BaseRule {
  if (name === 'schedule' || fields.optionalText('repository.default_branch') === undefined) {
    return { kind: 'parent' };
  }
  return { kind: 'branch-point', branch: fields.branch('repository.default_branch') };
}
