import { UserError } from '../../../src/contract/user-error.ts';
import type { Fields } from './fields.ts';
import { branchOf } from './parse-push.ts';
import type { Trigger } from './trigger.ts';

/** The queue's base holds the pull requests that wait before this group: only this group is to blame. */
export function parseMergeGroup(fields: Fields): Trigger {
  const reference = readBranch(fields, 'merge_group.head_ref');
  const targetBranch = readBranch(fields, 'merge_group.base_ref');
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

function readBranch(fields: Fields, path: string): string {
  const reference = fields.text(path);
  const branch = branchOf(reference);
  if (branch !== undefined) return branch;
  throw new UserError({
    where: `the event (merge_group), at ${path}`,
    seen: JSON.stringify(reference.slice(0, 100)),
    expected: 'the full name of a branch, e.g. refs/heads/main',
  });
}
