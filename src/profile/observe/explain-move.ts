import { encodeText } from './strace-text.ts';

/** Calls after which names mean something else. */
const moving: Readonly<Record<string, string>> = {
  chroot: 'it changes what / is',
  pivot_root: 'it changes what / is',
  mount: 'it mounts something',
  move_mount: 'it mounts something',
  fsopen: 'it mounts something',
  open_tree: 'it mounts something',
  unshare: 'it takes a namespace of its own',
  clone: 'it takes a namespace of its own',
  clone3: 'it takes a namespace of its own',
  setns: 'it enters another namespace',
  open_by_handle_at: 'it opens files without naming them',
};
/** Calls that do so only with a flag. */
const onlyWith: Readonly<Record<string, string>> = {
  unshare: 'CLONE_NEWNS',
  clone: 'CLONE_NEWNS',
  clone3: 'CLONE_NEWNS',
  open_tree: 'OPEN_TREE_CLONE',
};
const failed = /= -1 E[A-Z]+/;

/** @returns why names may lead elsewhere after a call; undefined where they do not */
export function explainMove(call: string, rest: string): string | undefined {
  const moves = rest.includes(onlyWith[call] ?? '') && !failed.test(rest);
  return moves ? moving[call] : undefined;
}

const attributes = /^[lf]?(get|list)xattr$/;
/** It follows from the place of a file, or there is none: a list may be empty. */
const ownAttribute = encodeText('user.');
const ofSystem = encodeText('security.selinux');

/**
 * Whether a call tells an extended attribute that may be another after the change. No attribute is most often none on either
 * side. A name of the user's own may be there after the change alone.
 */
export function mayDiffer(call: string, rest: string): boolean {
  if (!attributes.test(call)) return false;
  if (rest.includes(`"${ownAttribute}`)) return true;
  return !failed.test(rest) && !/ = 0\s*$/.test(rest) && !rest.includes(`"${ofSystem}"`);
}
