import { readGit, type Repository } from './repository.ts';

export interface Commit {
  /** Full object id. */
  commit: string;
  /** The same for two commits with the same files. */
  tree: string;
  committedAtMs: number;
  author: string;
  subject: string;
  /** More than one parent. */
  isMerge: boolean;
}

/** Names and subjects come from strangers, and no byte but this one cannot be in them. */
const separator = '\0';
const fields = ['%H', '%T', '%P', '%ct', '%an', '%s'];

/**
 * The commits of a range as a branch was pushed to: of a merge only the side it was merged into. Oldest first.
 * @param range a full object id, or two as `one..other`
 * @param most the newest so many; all where it is absent
 */
export async function readFirstParents(
  repository: Repository,
  range: string,
  most?: number,
): Promise<Commit[]> {
  const text = await readGit(repository, [
    ...['log', '-z', '--first-parent', '--no-show-signature', `--format=${fields.join('%x00')}`],
    ...(most === undefined ? [] : [`--max-count=${most}`]),
    ...[range, '--'],
  ]);
  const values = text.split(separator);
  const commits: Commit[] = [];
  for (let at = 0; at + fields.length <= values.length; at += fields.length) {
    const [commit = '', tree = '', parents = '', seconds, author = '', subject = ''] = values.slice(
      at,
      at + fields.length,
    );
    const committedAtMs = 1000 * Number(seconds);
    commits.push({ commit, tree, committedAtMs, author, subject, isMerge: parents.includes(' ') });
  }
  return commits.reverse();
}
