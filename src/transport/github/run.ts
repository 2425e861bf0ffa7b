import type { Fields } from '../rest/fields.ts';
import type { DataOf } from './routes.ts';

/** A workflow run as GitHub describes it. */
export interface GithubRun {
  id: number;
  commit: string;
  event: string;
  attempt: number;
  createdAt: string | undefined;
  /** Address of the page of the run. */
  url: string | undefined;
  /** Absent where it is gone, with its fork for example. */
  branch: string | undefined;
  repositoryId: number;
  /** Absent when the fork was deleted. */
  head: { repositoryId: number; owner: string } | undefined;
  /** Those of this repository with the head branch of the run; GitHub leaves them out for forks. */
  pullRequests: PullRequestHint[];
}

export interface PullRequestHint {
  number: number;
  commit: string | undefined;
  baseBranch: string | undefined;
}

type Run = DataOf<'GET /repos/{owner}/{repo}/actions/runs/{run_id}'>;

/** @throws Refused when it lacks what every run has */
export function parseRun(run: Fields<Run>): GithubRun {
  const repositoryId = run.whole('repository.id');
  return {
    id: run.whole('id'),
    commit: run.commit('head_sha'),
    event: run.text('event'),
    attempt: run.optionalWhole('run_attempt') ?? 1,
    createdAt: run.instant('created_at'),
    url: run.link('html_url'),
    branch: run.optionalText('head_branch'),
    repositoryId,
    head: parseHead(run),
    pullRequests: run
      .list('pull_requests')
      .filter((each) => each.optionalWhole('base.repo.id') === repositoryId)
      .map((each) => ({
        number: each.whole('number'),
        commit: each.optionalText('head.sha'),
        baseBranch: each.optionalText('base.ref'),
      })),
  };
}

function parseHead(run: Fields<Run>): GithubRun['head'] {
  const repositoryId = run.optionalWhole('head_repository.id');
  const owner = run.optionalText('head_repository.owner.login');
  return repositoryId === undefined || owner === undefined ? undefined : { repositoryId, owner };
}
