import { UserError } from '../../src/contract/user-error.ts';

/** The UserError that the call throws. Anything else, or nothing, fails the test. */
export function catchUserError(call: () => unknown): UserError {
  try {
    call();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
