import { isCommitId } from './reference-name.ts';
import type { Repository } from './repository.ts';

export interface Release {
  /** The short name of its tag. */
  tag: string;
  /** Of the tag itself; it may be on a branch of the release. */
  commit: string;
  /** Where it left the commits that lead to the head, or is one of them. */
  base: string;
}

/** Older tags are not looked at. */
const mostTags = 20;

/**
 * The newest tag that has something in common with a commit, and is not that commit. Of several at once, such as v1
 * and v1.2.0, the one that git sorts first.
 * @returns undefined where there is none
 */
export async function findLastRelease(
  repository: Repository,
  head: string,
): Promise<Release | undefined> {
  const { stdout } = await repository.git([
    ...['for-each-ref', '--sort=refname', '--sort=-creatordate', `--count=${mostTags}`],
    ...['--format=%(refname:short)%00%(objectname)%00%(*objectname)', 'refs/tags'],
  ]);
  for (const line of stdout.split('\n')) {
    const [tag = '', object = '', peeled = ''] = line.split('\0');
    const commit = peeled === '' ? object : peeled;
    if (!isCommitId(commit) || commit === head) continue;
    const found = await repository.git(['merge-base', commit, head]);
    const base = found.stdout.trim();
    // A tag on a later commit is no release that the head came after.
    if (found.exitCode === 0 && isCommitId(base) && base !== head) return { tag, commit, base };
  }
  return undefined;
}
