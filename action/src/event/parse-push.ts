import { UserError } from '../../../src/contract/user-error.ts';
import { isReferenceName } from '../../../src/runner/revisions/reference-name.ts';
import type { Fields } from './fields.ts';
import type { Checkout, Trigger } from './trigger.ts';

const nothing = /^0+$/;

/** A push is compared with what the branch was before, unless it was forced or the branch is new. */
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
  const continues =
    before !== undefined && !nothing.test(before) && !fields.isTrue('forced')
      ? fields.commit('before')
      : undefined;
  const branch = branchOf(reference);
  const author = fields.optionalText('sender.login');
  return {
    kind: 'push',
    head: { commit: checkout.commit, reference, label: branch ?? reference },
    base: { kind: 'push', ...(continues === undefined ? {} : { before: continues }) },
    ...(branch === undefined ? {} : { branch, targetBranch: branch }),
    fork: false,
    ...(author === undefined ? {} : { author }),
  };
}

/** Undefined for a tag. */
export function branchOf(reference: string): string | undefined {
  const isBranch = reference.startsWith('refs/heads/') && isReferenceName(reference);
  return isBranch ? reference.slice('refs/heads/'.length) : undefined;
}
