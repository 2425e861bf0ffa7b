import type { GithubSide } from '../github/github-side.ts';
import type { Repository } from '../subject.ts';

/** Where the app is installed, by name. */
export interface RepositoryDirectory {
  /** @param fullName `owner/name`, in any case */
  find(fullName: string): Promise<Repository | undefined>;
  /** Asks GitHub anew. @returns all of them */
  refresh(): Promise<Repository[]>;
}

/** A name that is not known may be that of a new repository: asked about at most this often. */
const askAgainMs = 300_000;

export function createRepositoryDirectory(
  github: Pick<GithubSide, 'listRepositories'>,
  clockMs: () => number,
): RepositoryDirectory {
  let known = new Map<string, Repository>();
  let askedAtMs = -Infinity;
  const refresh = async (): Promise<Repository[]> => {
    const repositories = await github.listRepositories();
    askedAtMs = clockMs();
    known = new Map(repositories.map((each) => [nameOf(each), each]));
    return repositories;
  };
  return {
    refresh,
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
