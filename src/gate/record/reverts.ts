/** The line that `git revert` and GitHub's button write. */
const line = /^This reverts commit ([0-9a-f]{40}(?:[0-9a-f]{24})?)\b/gm;

/** What is known of a commit. */
export interface CommitFacts {
  /** The same for two commits with the same files. */
  tree: string;
  parents: readonly string[];
}

/** The commits that the message of a commit says it reverts. */
export function listReverts(message: string): string[] {
  return [...new Set([...message.matchAll(line)].map(([, id = '']) => id))];
}

/**
 * Which of these commits are reverted: those that a revert names, those with the same files as such a commit, and
 * those that such a merge brought. A change that was undone by hand is not found.
 * @param named by messages of commits of the default branch
 * @param facts of `named` and `commits`, as far as they are known
 */
export function findReverted(
  named: readonly string[],
  commits: readonly string[],
  facts: ReadonlyMap<string, CommitFacts>,
): Set<string> {
  const reverted = new Set(named);
  const trees = new Set<string>();
  for (const id of named) {
    const { parents = [], tree } = facts.get(id) ?? {};
    if (tree !== undefined) trees.add(tree);
    // Of a merge, what it brought; its first parent is the branch before it.
    for (const parent of parents.slice(1)) reverted.add(parent);
  }
  const isReverted = (commit: string): boolean =>
    reverted.has(commit) || trees.has(facts.get(commit)?.tree ?? '');
  return new Set(commits.filter(isReverted));
}
