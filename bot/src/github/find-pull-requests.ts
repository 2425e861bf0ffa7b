import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { PullRequest } from './github-side.ts';
import { listOpenPullRequests } from './list-open-pull-requests.ts';
import { parsePullRequest } from './parse-pull-request.ts';
import { unlessMissing } from './unless-missing.ts';

/** A pull request whose head was pushed just now is among those changed last. */
const mostPagesOfAll = 3;

/**
 * The open pull requests whose head is this commit. GitHub names none for the runs of a fork, so the commit
 * is asked for first, then the branches that its runs are of, and at last those changed lately.
 */
export async function findPullRequests(
  api: GithubApi,
  repository: Repository,
  head: string,
): Promise<PullRequest[]> {
  const isOurs = (pull: PullRequest): boolean => pull.isOpen && pull.head === head;
  const ofCommit = (await listOfCommit(api, repository, head)).filter(isOurs);
  if (ofCommit.length > 0) return ofCommit;
  const found = new Map<number, PullRequest>();
  for (const branch of await listBranchesOfRuns(api, repository, head)) {
    const ofBranch = await listOpenPullRequests(api, repository, { head: branch });
    for (const pull of ofBranch.filter(isOurs)) found.set(pull.number, pull);
  }
  if (found.size > 0) return [...found.values()];
  const all = await listOpenPullRequests(api, repository, { mostPages: mostPagesOfAll });
  return all.filter(isOurs);
}

async function listOfCommit(
  api: GithubApi,
  repository: Repository,
  head: string,
): Promise<PullRequest[]> {
  const question = {
    repository,
    what: `the pull requests with ${head}`,
    route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
    parameters: { commit_sha: head },
  };
  // A commit of a fork may not be known here.
  const answer = api.readPages(question, { mostPages: 5, isCut: true }, parsePullRequest);
  return (await unlessMissing(answer, [404, 409, 422])) ?? [];
}

/** `owner:branch` of each, as GitHub asks for it. */
async function listBranchesOfRuns(
  api: GithubApi,
  repository: Repository,
  head: string,
): Promise<string[]> {
  const question = {
    repository,
    what: `the runs at ${head}`,
    route: 'GET /repos/{owner}/{repo}/actions/runs',
    parameters: { head_sha: head },
  };
  const pages = { list: 'workflow_runs', mostPages: 1, isCut: true };
  const branches = await api.readPages(question, pages, (run) => {
    const owner = run.optionalText('head_repository.owner.login');
    const branch = run.optionalText('head_branch');
    return owner === undefined || branch === undefined ? [] : [`${owner}:${branch}`];
  });
  return [...new Set(branches.flat())];
}
