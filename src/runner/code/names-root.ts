/**
 * Whether a text holds the path of a worktree or of something in it, wherever it stands: `-I/home/own/include`,
 * `file:///home/own`, `--require=/home/own/hook.cjs`; but neither `/home/own-2` nor `/srv/home/own`.
 * @param roots absolute
 */
export function namesRoot(text: string, roots: readonly string[]): boolean {
  return roots.some((root) => splitAtRoot(text, root).length > 1);
}

/** The text with another folder in the place of the root. */
export function replaceRoot(text: string, root: string, by: string): string {
  return splitAtRoot(text, root).join(by);
}

function splitAtRoot(text: string, root: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  for (let at = text.indexOf(root); at >= 0; at = text.indexOf(root, at + 1)) {
    const after = text[at + root.length] ?? '';
    if (!startsPath(text.slice(Math.max(at - 8, 0), at)) || /[\w.~-]/.test(after)) continue;
    parts.push(text.slice(begin, at));
    begin = at + root.length;
  }
  return [...parts, text.slice(begin)];
}

/** @param before the last characters before the path */
function startsPath(before: string): boolean {
  return /(^|[^\w./~-]|(^|[^\w-])-[A-Za-z]|:\/\/)$/.test(before);
}
