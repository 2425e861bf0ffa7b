import type { Commit } from '../../../src/runner/revisions/read-first-parents.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { Repository } from '../subject.ts';

/** Id of a repository → the commits of its default branch as they were read last. */
export type KnownCommits = Map<number, readonly Commit[]>;

/** Two thousand commits, and one page for each push after that. */
const mostPages = 20;
const mostKept = 20 * 100;

/** The commits that the branch was pushed to, from each the first parent: oldest first, some thousands at most. */
export async function readBranchCommits(
  github: Pick<GithubSide, 'listCommits'>,
  known: KnownCommits,
  repository: Repository,
  tip: string,
): Promise<readonly Commit[]> {
  const before = known.get(repository.id) ?? [];
  const places = new Map(before.map(({ commit }, place) => [commit, place]));
  for (const pages of before.length > 0 ? [1, mostPages] : [mostPages]) {
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
    const older = place === undefined ? [] : before.slice(0, place + 1);
    const commits = [...older, ...fresh.reverse()].slice(-mostKept);
    known.set(repository.id, commits);
    return commits;
  }
  return before;
}
