import type { EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { PullRequest, WorkflowRun } from './github-side.ts';
import { listOpenPullRequests } from './list-open-pull-requests.ts';
import { listWorkflowRuns } from './list-workflow-runs.ts';
import { parsePullRequest } from './parse-pull-request.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';

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
  const runs = await listWorkflowRuns(api, repository, head);
  for (const branch of new Set(runs.flatMap(nameBranch))) {
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
  } as const;
  // A commit of a fork may not be known here.
  const answer = api.readPages(
    question,
    { mostPages: 5, isCut: true, holdsProse: true },
    parseWithBase,
  );
  const all = (await unlessMissing(answer, [404, 409, 422])) ?? [];
  return all.filter(({ baseId }) => baseId === repository.id).map(({ pull }) => pull);
}

type Listed = EntryOf<'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', undefined>;

/**
 * GitHub lists those too that are to be merged into another repository. Anybody can make such a one out of a
 * commit of ours, in a fork, with the number of any pull request of ours.
 */
function parseWithBase(document: Fields<Listed>): { pull: PullRequest; baseId: number } {
  return { pull: parsePullRequest(document), baseId: document.whole('base.repo.id') };
}

/** `owner:branch`, as GitHub asks for it. */
function nameBranch({ headBranch, headOwner }: WorkflowRun): string[] {
  return headOwner === undefined || headBranch === undefined ? [] : [`${headOwner}:${headBranch}`];
}
