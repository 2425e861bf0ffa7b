import { Refused } from '../platform-errors.ts';
import type { Fields } from '../rest/fields.ts';
import type { GithubClient, RepositoryPlace } from './client.ts';
import type { EntryOf } from './routes.ts';
import type { GithubRun } from './run.ts';

export interface PullRequest {
  number: number;
  commit: string;
  /** Absent when the fork was deleted. */
  headRepositoryId: number | undefined;
  headBranch: string | undefined;
  baseBranch: string | undefined;
  baseRepositoryId: number | undefined;
  author: string | undefined;
  createdAt: string | undefined;
  /** Absent while it is open. */
  closedAt: string | undefined;
}

export type PullRequestAnswer =
  | { kind: 'found'; pullRequest: PullRequest }
  /** `why` is a sentence for a person. */
  | { kind: 'unknown'; why: string };

/** GitHub lists the pull requests of a branch and of a commit alike. */
const pages = { mostPages: 50, holdsProse: true } as const;

/**
 * Which pull request a run was for. GitHub names none for a fork, so it is the one that comes from the
 * run's own head repository and branch, and has or had the run's commit; never what the run says.
 */
export async function findPullRequest(
  client: GithubClient,
  asked: { repository: RepositoryPlace; what: string; signal: AbortSignal },
  run: GithubRun,
): Promise<PullRequestAnswer> {
  const { head, branch, commit } = run;
  const isOurs = (each: PullRequest): boolean => each.baseRepositoryId === run.repositoryId;
  if (head !== undefined && branch !== undefined) {
    const question = {
      ...asked,
      route: 'GET /repos/{owner}/{repo}/pulls',
      parameters: { state: 'all', head: `${head.owner}:${branch}` },
    } as const;
    const ofBranch = await client.readPages(question, pages, parsePullRequest);
    const chosen = choose(
      run,
      ofBranch.filter((each) => isOurs(each) && isFromHead(each, run)),
    );
    if (chosen !== undefined) return chosen;
  }
  // The branch was renamed or its fork deleted: then by the commit alone.
  const question = {
    ...asked,
    route: 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
    parameters: { commit_sha: commit },
  } as const;
  const ofCommit = await client
    .readPages(question, pages, parsePullRequest)
    .catch((error: unknown) => {
      if (error instanceof Refused && error.code !== 'ci-not-allowed') return [];
      throw error;
    });
  const own = ofCommit.filter(
    (each) => isOurs(each) && (head === undefined || isFromHead(each, run)),
  );
  return choose(run, own) ?? { kind: 'unknown', why: `no pull request has the commit ${commit}` };
}

function isFromHead({ headRepositoryId, headBranch }: PullRequest, { head, branch }: GithubRun) {
  return headRepositoryId === head?.repositoryId && (branch === undefined || headBranch === branch);
}

/** Undefined when none is left to choose from. */
function choose(run: GithubRun, candidates: readonly PullRequest[]): PullRequestAnswer | undefined {
  const exact = candidates.filter(({ commit }) => commit === run.commit);
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
function wasOpen({ createdAt, closedAt }: PullRequest, { createdAt: began }: GithubRun): boolean {
  if (began === undefined || createdAt === undefined) return false;
  const at = Date.parse(began);
  return Date.parse(createdAt) <= at && (closedAt === undefined || Date.parse(closedAt) >= at);
}

type Listed = EntryOf<'GET /repos/{owner}/{repo}/pulls', undefined>;

function parsePullRequest(pull: Fields<Listed>): PullRequest {
  return {
    number: pull.whole('number'),
    commit: pull.text('head.sha'),
    headRepositoryId: pull.optionalWhole('head.repo.id'),
    headBranch: pull.optionalText('head.ref'),
    baseBranch: pull.optionalText('base.ref'),
    baseRepositoryId: pull.optionalWhole('base.repo.id'),
    author: pull.optionalText('user.login'),
    createdAt: pull.instant('created_at'),
    closedAt: pull.instant('closed_at'),
  };
}
