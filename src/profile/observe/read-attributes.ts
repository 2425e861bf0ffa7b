import { encodeText } from './strace-text.ts';

const attributes = /^[lf]?(get|list)xattr$/;
/** It follows from the place of a file, or there is none: a list may be empty. */
const ownAttribute = encodeText('user.');
const ofSystem = encodeText('security.selinux');
const failed = /= -1 E[A-Z]+/;

/**
 * Whether a call tells an extended attribute that may be another after the change. No attribute is most often none on either
 * side. A name of the user's own may be there after the change alone.
 */
export function mayDiffer(call: string, rest: string): boolean {
  if (!attributes.test(call)) return false;
  if (rest.includes(`"${ownAttribute}`)) return true;
  return !failed.test(rest) && !/ = 0\s*$/.test(rest) && !rest.includes(`"${ofSystem}"`);
}
