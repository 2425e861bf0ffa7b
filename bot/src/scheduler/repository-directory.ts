import type { GithubSide } from '../github/open-github-side.ts';
import type { Repository } from '../subject.ts';

/** Finds installations of the app by name. */
export interface RepositoryDirectory {
  /** @param fullName `owner/name`, in any case */
  find(fullName: string): Promise<Repository | undefined>;
  /** Asks GitHub again. @returns all of them */
  refresh(): Promise<Repository[]>;
  /**
   * Finds the repository by its id, after the app was installed again or the repository moved to another owner.
   * @param refused as it is refused now
   * @returns undefined where nothing else is known of it
   */
  findAgain(refused: Repository): Promise<Repository | undefined>;
}

/** A name that is not known may be that of a new repository: asked about at most this often. */
const askAgainMs = 300_000;
/** All that waits in a repository is refused at the same time: one answer is enough for that. */
const freshForMs = 10_000;

export function createRepositoryDirectory(
  github: Pick<GithubSide, 'listRepositories'>,
  clockMs: () => number,
): RepositoryDirectory {
  let known = new Map<string, Repository>();
  let byId = new Map<number, Repository>();
  let askedAtMs = -Infinity;
  let asking: Promise<Repository[]> | undefined;
  const ask = async (): Promise<Repository[]> => {
    const repositories = await github.listRepositories();
    askedAtMs = clockMs();
    known = new Map(repositories.map((each) => [nameOf(each), each]));
    byId = new Map(repositories.map((each) => [each.id, each]));
    return repositories;
  };
  const refresh = (): Promise<Repository[]> => {
    asking ??= ask().finally(() => (asking = undefined));
    return asking;
  };
  return {
    refresh,
    findAgain: async (refused) => {
      const find = (): Repository | undefined => {
        const found = byId.get(refused.id);
        return found?.installation === refused.installation ? undefined : found;
      };
      const before = find();
      if (before !== undefined || clockMs() - askedAtMs < freshForMs) return before;
      await refresh();
      return find();
    },
    find: async (fullName) => {
      const name = fullName.toLowerCase();
      if (!known.has(name) && clockMs() - askedAtMs >= askAgainMs) await refresh();
      return known.get(name);
    },
  };
}

function nameOf({ owner, name }: Repository): string {
  return `${owner}/${name}`.toLowerCase();
}
