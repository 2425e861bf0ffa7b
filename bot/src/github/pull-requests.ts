import {
  type PullRequest,
  listPullRequests,
  listPullRequestsWith,
  parsePullRequest,
} from '../../../src/transport/github/pull-requests.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { WorkflowRun } from './github-side.ts';
import { listWorkflowRuns } from './workflow-runs.ts';

export async function readPullRequest(
  api: GithubApi,
  repository: Repository,
  number: number,
): Promise<PullRequest | undefined> {
  const question = { repository, what: `pull request ${number}` };
  return unlessMissing(
    api
      .ask(question, ({ rest }, at) => rest.pulls.get({ ...at, pull_number: number }))
      .then(parsePullRequest),
  );
}

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
  const asked = { repository, repositoryId: repository.id };
  const ofCommit = await listPullRequestsWith(api, asked, head);
  if (ofCommit.some(isOurs)) return ofCommit.filter(isOurs);
  const found = new Map<number, PullRequest>();
  const runs = await listWorkflowRuns(api, repository, head);
  for (const branch of new Set(runs.flatMap(nameBranch))) {
    const ofBranch = await listPullRequests(api, asked, { state: 'open', head: branch });
    for (const pull of ofBranch.filter(isOurs)) found.set(pull.number, pull);
  }
  if (found.size > 0) return [...found.values()];
  const all = await listPullRequests(api, asked, { state: 'open', mostPages: mostPagesOfAll });
  return all.filter(isOurs);
}

/** `owner:branch`, as GitHub asks for it. */
function nameBranch({ headBranch, headOwner }: WorkflowRun): string[] {
  return headOwner === undefined || headBranch === undefined ? [] : [`${headOwner}:${headBranch}`];
}
