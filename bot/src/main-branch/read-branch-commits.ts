import type { Commit } from '../../../src/runner/revisions/read-first-parents.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { Repository } from '../subject.ts';

export interface BranchCommits {
  /** Oldest first. */
  commits: readonly Commit[];
  /** The branch has older ones. */
  isCut: boolean;
}

/** Id of a repository → its default branch as it was read last. */
export type KnownCommits = Map<number, BranchCommits>;

/** Two thousand commits, and one page for each push after that. */
const mostPages = 20;
const mostKept = 20 * 100;

/** The commits that the branch was pushed to, from each the first parent: some thousands at most. */
export async function readBranchCommits(
  github: Pick<GithubSide, 'listCommits'>,
  known: KnownCommits,
  repository: Repository,
  tip: string,
): Promise<BranchCommits> {
  const before = known.get(repository.id) ?? { commits: [], isCut: false };
  const places = new Map(before.commits.map(({ commit }, place) => [commit, place]));
  for (const pages of before.commits.length > 0 ? [1, mostPages] : [mostPages]) {
    const listed = new Map(
      (await github.listCommits(repository, tip, pages)).map((one) => [one.commit, one]),
    );
    const fresh: Commit[] = [];
    let next: string | undefined = tip;
    while (next !== undefined && !places.has(next)) {
      const one = listed.get(next);
      if (one === undefined) break;
      const { author, commit, committedAtMs, parents, subject, tree } = one;
      fresh.push({ commit, tree, committedAtMs, author, subject, isMerge: parents.length > 1 });
      next = parents[0];
    }
    const place = next === undefined ? undefined : places.get(next);
    const isWhole = next === undefined || place !== undefined;
    if (!isWhole && pages < mostPages) continue;
    const older = place === undefined ? [] : before.commits.slice(0, place + 1);
    const all = [...older, ...fresh.reverse()];
    const isCut = !isWhole || all.length > mostKept || (place !== undefined && before.isCut);
    const branch = { commits: all.slice(-mostKept), isCut };
    known.set(repository.id, branch);
    return branch;
  }
  return before;
}
