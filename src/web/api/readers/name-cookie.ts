/** Tells the pages who is signed in, where signing in is done here. */
export const nameCookie = 'perigee-name';

/** @param cookies of a page. @returns undefined without a sign-in */
export function readName(cookies: string): string | undefined {
  const own = cookies
    .split('; ')
    .find((one) => one.replace(/^__Host-/, '').startsWith(`${nameCookie}=`));
  return own?.split('=', 2)[1];
}
