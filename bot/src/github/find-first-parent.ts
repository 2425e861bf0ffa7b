import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';

/** Undefined for a root commit. */
export async function findFirstParent(
  api: GithubApi,
  repository: Repository,
  commit: string,
): Promise<string | undefined> {
  const question = {
    repository,
    what: `the commit ${commit}`,
    route: 'GET /repos/{owner}/{repo}/commits/{ref}',
    // Its files come in pages with it; one is the least.
    parameters: { ref: commit, per_page: 1 },
  };
  return api.read(question, parseCommit);
}

function parseCommit(commit: Fields): string | undefined {
  return commit.list('parents')[0]?.commit('sha');
}
