import { isCommitId } from '../../contract/commit.ts';
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
const format = ['-z', '--no-show-signature', `--format=${fields.join('%x00')}`];
/** Ids in one command: all of them are its arguments. */
const mostIds = 500;

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
    ...['log', '--first-parent', ...format],
    ...(most === undefined ? [] : [`--max-count=${most}`]),
    ...[range, '--'],
  ]);
  return parse(text).reverse();
}

/** Commits that are here; others are left out. Ids come from a store: anything else is left out too. */
export async function readCommits(
  repository: Repository,
  ids: Iterable<string>,
): Promise<Commit[]> {
  const known = [...new Set(ids)].filter(isCommitId);
  const commits: Commit[] = [];
  for (let from = 0; from < known.length; from += mostIds) {
    const args = ['log', '--no-walk=unsorted', '--ignore-missing', ...format];
    const { stdout } = await repository.git([...args, ...known.slice(from, from + mostIds)], {
      GIT_NO_LAZY_FETCH: '1',
    });
    commits.push(...parse(stdout));
  }
  return commits;
}

function parse(text: string): Commit[] {
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
  return commits;
}
