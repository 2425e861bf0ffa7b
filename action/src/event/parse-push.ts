import { UserError } from '../../../src/contract/user-error.ts';
import { isReferenceName } from '../../../src/runner/revisions/reference-name.ts';
import type { Fields } from './fields.ts';
import type { Checkout, Trigger } from './trigger.ts';

const nothing = /^0+$/;

/** A push is compared with what the branch was before; one that was forced, or of a new branch, with where it began. */
export function parsePush(fields: Fields, checkout: Checkout): Trigger {
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
  const mainBranch = findMainBranch(fields, branch);
  const author = fields.optionalText('sender.login');
  return {
    kind: 'push',
    head: { commit: checkout.commit, reference, label: branch ?? reference },
    base: {
      kind: 'push',
      ...(isNew ? {} : { before: fields.commit('before') }),
      ...(fields.isTrue('forced') ? { isForced: true } : {}),
      ...(mainBranch === undefined ? {} : { mainBranch }),
    },
    ...(branch === undefined ? {} : { branch, targetBranch: branch }),
    fork: false,
    ...(author === undefined ? {} : { author }),
  };
}

/** Undefined for a push to that very branch. */
function findMainBranch(fields: Fields, branch: string | undefined): string | undefined {
  if (fields.optionalText('repository.default_branch') === undefined) return undefined;
  const name = fields.branch('repository.default_branch');
  return name === branch ? undefined : name;
}

/** Undefined for a tag. */
export function branchOf(reference: string): string | undefined {
  const isBranch = reference.startsWith('refs/heads/') && isReferenceName(reference);
  return isBranch ? reference.slice('refs/heads/'.length) : undefined;
}
