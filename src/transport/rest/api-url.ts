import { UserError } from '../../contract/user-error.ts';
import { isSafePlace } from './content-place.ts';

/** @returns the address without a slash at its end. @throws UserError */
export function readApiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.password === '';
  if (isPlain && isSafe(url) && url.search === '' && url.hash === '') {
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  }
  throw new UserError({
    where: 'the address of the API',
    // The text may hold a password.
    seen: `not an address that a token can be sent to (${text.length} characters)`,
    expected: 'https://HOST/PATH, for example https://github.example.com/api/v3',
    remedy: 'remove any user, password and question mark; use https',
  });
}

/** Without TLS the token can be read on the way; loopback is exempt. */
function isSafe(url: URL): boolean {
  return isSafePlace(url, url);
}
