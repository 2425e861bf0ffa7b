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
    // Somebody may have written a password into it.
    seen: `not an address that a token can be sent to (${text.length} characters)`,
    expected: 'https://HOST/PATH, for example https://github.example.com/api/v3',
    remedy: 'remove any user, password and question mark; use https',
  });
}

/** Without TLS everybody on the way could read the token; on this machine nobody is on the way. */
function isSafe(url: URL): boolean {
  return isSafePlace(url, url);
}
