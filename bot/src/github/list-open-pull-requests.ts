import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { PullRequest } from './github-side.ts';
import { parsePullRequest } from './parse-pull-request.ts';

/** The largest repositories have some thousand open ones. */
const mostPages = 50;

/**
 * Those changed last first.
 * @param options.head `owner:branch`, of a fork too: only those of that branch
 * @param options.base only those into this branch
 * @param options.mostPages of 100; those that were changed before them are left out
 */
export async function listOpenPullRequests(
  api: GithubApi,
  repository: Repository,
  options: { head?: string; base?: string; mostPages?: number } = {},
): Promise<PullRequest[]> {
  const { base, head } = options;
  const question = {
    repository,
    what: 'the open pull requests',
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: {
      ...{ state: 'open', sort: 'updated', direction: 'desc' },
      ...(head === undefined ? {} : { head }),
      ...(base === undefined ? {} : { base }),
    },
  } as const;
  const pages = { mostPages: options.mostPages ?? mostPages, isCut: true, holdsProse: true };
  return api.readPages(question, pages, parsePullRequest);
}
