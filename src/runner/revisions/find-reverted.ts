import type { Repository } from './repository.ts';
import { isCommitId } from './reference-name.ts';

/** The newest commits of the branch that say so. */
const mostReverts = 5_000;
/** The line that `git revert` writes. */
const line = /This reverts commit ([0-9a-f]{40}(?:[0-9a-f]{24})?)\b/g;

/**
 * Which of these commits a later commit of a branch reverts, as far as git tells: by the line of `git revert`, which
 * names the commit, a commit with the same files, or the merge that brought it. A change that was taken back by hand,
 * or reverted under another name, is not found.
 * @param branch a full object id
 */
export async function findReverted(
  repository: Repository,
  branch: string,
  commits: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await repository.git([
    ...['log', '-z', '--format=%B', `--max-count=${mostReverts}`, '--no-show-signature'],
    ...['--grep=^This reverts commit [0-9a-f]', branch, '--'],
  ]);
  const named = [...new Set([...found.stdout.matchAll(line)].map(([, id = '']) => id))];
  if (found.exitCode !== 0 || named.length === 0) return new Set();
  const facts = await readFacts(repository, [...named, ...commits.filter(isCommitId)]);
  const reverted = new Set(named);
  for (const id of named) {
    const { parents = [], tree } = facts.get(id) ?? {};
    // Of a merge, what it brought; its first parent is the branch before it.
    for (const parent of parents.slice(1)) reverted.add(parent);
    for (const commit of commits) {
      if (tree !== undefined && facts.get(commit)?.tree === tree) reverted.add(commit);
    }
  }
  return new Set(commits.filter((commit) => reverted.has(commit)));
}

interface Facts {
  tree: string;
  parents: string[];
}

/** Commits that are not here are left out. */
async function readFacts(
  repository: Repository,
  commits: readonly string[],
): Promise<Map<string, Facts>> {
  const facts = new Map<string, Facts>();
  for (let from = 0; from < commits.length; from += 500) {
    const args = ['log', '--no-walk=unsorted', '--ignore-missing', '--format=%H %T %P'];
    const { stdout } = await repository.git([...args, ...commits.slice(from, from + 500)], {
      GIT_NO_LAZY_FETCH: '1',
    });
    for (const text of stdout.split('\n')) {
      const [commit = '', tree, ...parents] = text.split(' ');
      if (tree !== undefined) facts.set(commit, { tree, parents });
    }
  }
  return facts;
}
