import { parsePullRequest, type PullRequest } from '../../../src/transport/github/pull-requests.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';

export async function readPullRequest(
  api: GithubApi,
  repository: Repository,
  number: number,
): Promise<PullRequest | undefined> {
  const question = {
    repository,
    what: `pull request ${number}`,
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: number },
  } as const;
  return unlessMissing(api.read(question, parsePullRequest));
}
