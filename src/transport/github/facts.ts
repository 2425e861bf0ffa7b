import { classifyBranch } from '../ci/branch-kind.ts';
import type { CiApi, CiFacts } from '../ci/ci-facts.ts';
import { type JobPage, linkJobs } from '../ci/job-links.ts';
import { Refused } from '../platform-errors.ts';
import type { Fields } from '../rest/fields.ts';
import type { GithubClient } from './client.ts';
import { openGithubCommits } from './commits.ts';
import { readGithubRun, readQueueBranch } from './names.ts';
import {
  type AskedRepository,
  listPullRequests,
  listPullRequestsWith,
  type PullRequest,
} from './pull-requests.ts';
import type { DataOf, EntryOf } from './routes.ts';
import { type GithubRun, parseRun } from './run.ts';

export interface GithubFactsOptions {
  client: GithubClient;
  releaseBranches: readonly string[];
}

/** A matrix has 256 jobs at most; a run may have several. */
const mostPagesOfJobs = 50;

/** Facts of workflow runs. The token needs to read actions, contents, pull requests and metadata. */
export function openGithubFacts({ client, releaseBranches }: GithubFactsOptions): CiApi {
  const commits = openGithubCommits(client);
  return {
    kind: 'github',
    findFacts: async ({ repository: place, runId }, signal) => {
      const { owner, name, id } = readGithubRun(place, runId);
      const asked = { repository: { owner, name }, what: `run ${runId}`, signal };
      const run = await client
        .ask(asked, ({ rest }, at) => rest.actions.getWorkflowRun({ ...at, run_id: id }))
        .then(parseRun);
      if (run.id !== id) {
        const message = `GitHub answered about another run than ${runId}`;
        throw new Refused('ci-strange-answer', message);
      }
      const [commit, jobs, defaultBranch, change] = await Promise.all([
        commits.findCommit(place, run.commit, signal),
        listJobs(client, asked, id),
        client.ask(asked, ({ rest }, at) => rest.repos.get(at)).then(readDefaultBranch),
        findChange(client, asked, run),
      ]);
      const fork = run.head?.repositoryId !== run.repositoryId;
      const { event, branch } = run;
      const kindQuestion = { event, branch, defaultBranch, releaseBranches, fork };
      return {
        ...commit,
        ...describeRun(run, fork),
        ...change,
        branchKind: classifyBranch(kindQuestion),
        links: linkJobs(run.url, jobs),
      };
    },
  };
}

function describeRun(run: GithubRun, fork: boolean) {
  const { commit, event, attempt, createdAt, branch } = run;
  return {
    ...{ commit, event, attempt, fork },
    createdAt,
    ...(branch === undefined ? {} : { branch: branch.slice(0, 300) }),
  };
}

/** Whom and what is asked about, and until when. */
type Asked = Parameters<typeof findPullRequest>[1] & { what: string; signal: AbortSignal };

type Change = Pick<CiFacts, 'pullRequest' | 'targetBranch' | 'doubts'> & { author?: string };

async function findChange(client: GithubClient, asked: Asked, run: GithubRun): Promise<Change> {
  if (run.event === 'merge_group') return readQueue(run);
  if (!run.event.startsWith('pull_request')) return { doubts: [] };
  return describeAnswer(await findPullRequest(client, asked, run));
}

function describeAnswer(answer: PullRequestAnswer): Change {
  if (answer.kind === 'unknown') return { doubts: [answer.why] };
  const { number, baseBranch, author } = answer.pullRequest;
  return {
    doubts: [],
    pullRequest: number,
    targetBranch: baseBranch,
    // Whose change it is, not who wrote its last commit.
    author,
  };
}

function readQueue({ branch = '' }: GithubRun): Change {
  const queued = readQueueBranch(branch);
  return { ...queued, doubts: queued ? [] : [`${branch} is no branch of a merge queue`] };
}

async function listJobs(client: GithubClient, asked: Asked, id: number): Promise<JobPage[]> {
  const question = { ...asked, what: `the jobs of ${asked.what}` };
  // Their names, and those of their steps, are whatever the workflow calls them.
  const pages = { mostPages: mostPagesOfJobs, holdsProse: true };
  return client
    .list(question, pages, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.actions.listJobsForWorkflowRun, {
        ...at,
        run_id: id,
        // The newest attempt of each job, also of those that a re-run has left out.
        filter: 'latest',
      }),
    )
    .then((all) => all.map(parseJob))
    .catch((error: unknown) => {
      // The pages of jobs only help; a build is not lost for them.
      if (error instanceof Refused) return [];
      throw error;
    });
}

type Job = EntryOf<'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs', 'jobs'>;

function parseJob(job: Fields<Job>): JobPage {
  return {
    name: job.optionalText('name') ?? `job ${job.whole('id')}`,
    url: job.link('html_url'),
    hasFailed: ['failure', 'timed_out', 'cancelled'].includes(job.optionalText('conclusion') ?? ''),
  };
}

function readDefaultBranch(
  repository: Fields<DataOf<'GET /repos/{owner}/{repo}'>>,
): string | undefined {
  return repository.optionalText('default_branch');
}

type PullRequestAnswer =
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
