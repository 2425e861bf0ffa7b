/**
 * Whether a text holds the path of a worktree or of something in it, wherever it stands: `-I/work/own/include`,
 * `file:///work/own`, `--require=/work/own/hook.cjs`; but neither `/work/own-2` nor `/srv/work/own`.
 * @param roots absolute
 */
export function namesRoot(text: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    for (let at = text.indexOf(root); at >= 0; at = text.indexOf(root, at + 1)) {
      const after = text[at + root.length] ?? '';
      if (startsPath(text.slice(Math.max(at - 8, 0), at)) && !/[\w.~-]/.test(after)) return true;
    }
    return false;
  });
}

/** @param before the last characters before the path */
function startsPath(before: string): boolean {
  return /(^|[^\w./~-]|(^|[^\w-])-[A-Za-z]|:\/\/)$/.test(before);
}
