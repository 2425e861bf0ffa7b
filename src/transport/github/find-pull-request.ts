import type { GithubClient } from './client.ts';
import {
  type AskedRepository,
  listPullRequests,
  listPullRequestsWith,
  type PullRequest,
} from './pull-requests.ts';
import type { GithubRun } from './run.ts';

export type PullRequestAnswer =
  | { kind: 'found'; pullRequest: PullRequest }
  /** `why` is a sentence for a person. */
  | { kind: 'unknown'; why: string };

/**
 * Which pull request a run was for. GitHub names none for a fork, so it is the one that comes from the
 * run's own head repository and branch, and has or had the run's commit; never what the run says.
 */
export async function findPullRequest(
  client: GithubClient,
  who: Omit<AskedRepository, 'repositoryId'>,
  run: GithubRun,
): Promise<PullRequestAnswer> {
  const { head, branch, commit, repositoryId } = run;
  const asked = { ...who, repositoryId };
  if (head !== undefined && branch !== undefined) {
    const options = { state: 'all', head: `${head.owner}:${branch}` } as const;
    const ofBranch = await listPullRequests(client, asked, options);
    const chosen = choose(
      run,
      ofBranch.filter((each) => isFromHead(each, run)),
    );
    if (chosen !== undefined) return chosen;
  }
  // The branch was renamed or its fork deleted: then by the commit alone.
  const ofCommit = await listPullRequestsWith(client, asked, commit);
  const own = ofCommit.filter((each) => head === undefined || isFromHead(each, run));
  return choose(run, own) ?? { kind: 'unknown', why: `no pull request has the commit ${commit}` };
}

function isFromHead({ headRepositoryId, headBranch }: PullRequest, { head, branch }: GithubRun) {
  return headRepositoryId === head?.repositoryId && (branch === undefined || headBranch === branch);
}

/** Undefined when none is left to choose from. */
function choose(run: GithubRun, candidates: readonly PullRequest[]): PullRequestAnswer | undefined {
  const exact = candidates.filter(({ head }) => head === run.commit);
  const possible = exact.length > 0 ? exact : candidates.filter((each) => wasOpen(each, run));
  const open = possible.filter((each) => wasOpen(each, run));
  const [first, ...others] = narrow(open.length > 0 ? open : possible, run);
  if (first === undefined) return undefined;
  if (others.length === 0) return { kind: 'found', pullRequest: first };
  const numbers = [first, ...others].map(({ number }) => `#${number}`).join(', ');
  return { kind: 'unknown', why: `it could be any of the pull requests ${numbers}` };
}

/** The run names the one of several that started it, unless it is of a fork. */
function narrow(candidates: readonly PullRequest[], run: GithubRun): readonly PullRequest[] {
  if (candidates.length < 2) return candidates;
  const named = run.pullRequests.map(({ number }) => number);
  const own = candidates.filter(({ number }) => named.includes(number));
  return own.length > 0 ? own : candidates;
}

/** When the run began. A branch may have had other pull requests before, and has others later. */
function wasOpen({ createdAtMs, closedAtMs }: PullRequest, { createdAt }: GithubRun): boolean {
  if (createdAt === undefined || createdAtMs === undefined) return false;
  const at = Date.parse(createdAt);
  return createdAtMs <= at && (closedAtMs === undefined || closedAtMs >= at);
}
