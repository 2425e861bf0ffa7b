import { UserError } from '../../contract/user-error.ts';
import type { Authorization } from './sender.ts';

/** One token for everything. @throws UserError, without the token */
export function usePlainToken(token: string, where: string): Authorization {
  return { header: `Bearer ${checkToken(token, where)}`, account: 'token' };
}

/** One that no header can hold would be quoted in the error of the attempt. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{1,4000}$/.test(text);
}

/** @throws UserError, without the token */
export function checkToken(token: string, where: string): string {
  const found = token.trim();
  if (isToken(found)) return found;
  throw new UserError({
    where,
    seen: found === '' ? 'an empty token' : `a token with blanks or unusual characters in it`,
    expected: 'one word, as shown when it was created',
    remedy: 'check for a line break or a quotation mark that was copied with it',
  });
}
