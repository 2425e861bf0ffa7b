import { readFields } from '../rest/fields.ts';
import type { RestClient } from '../rest/rest-client.ts';
import { classifyBranch } from '../ci/branch-kind.ts';
import type { CiApi, CiFacts, CommitSource } from '../ci/ci-facts.ts';
import { Refused } from '../platform-errors.ts';
import { findPullRequest, type PullRequestAnswer } from './find-pull-request.ts';
import { readGithubRun } from './names.ts';
import { type GithubRun, parseRun } from './run.ts';
import { type JobPage, linkJobs } from '../ci/job-links.ts';

export interface GithubFactsOptions {
  client: RestClient;
  commits: CommitSource;
  releaseBranches: readonly string[];
}

type Question = Parameters<typeof findPullRequest>[3];

/** `gh-readonly-queue/<base>/pr-<number>-<commit>`: only GitHub makes branches of that name. */
const queueBranch = /^gh-readonly-queue\/(.{1,300})\/pr-(\d{1,9})-[0-9a-f]{40,64}$/;

/** Facts of workflow runs. The token needs to read actions, contents, pull requests and metadata. */
export function openGithubFacts(options: GithubFactsOptions): CiApi {
  const { client, commits, releaseBranches } = options;
  return {
    kind: 'github',
    findFacts: async ({ repository, runId }, signal) => {
      const { owner, name, id } = readGithubRun(repository, runId);
      const path = `/repos/${owner}/${name}`;
      const what = `run ${runId} of ${repository}`;
      const question = { repository, what, signal };
      const answer = await client.getJson({ ...question, path: `${path}/actions/runs/${id}` });
      const run = parseRun(answer, id);
      const [commit, jobs, defaultBranch, change] = await Promise.all([
        commits.findCommit(repository, run.commit, signal),
        listJobs(client, `${path}/actions/runs/${id}/jobs`, question),
        findDefaultBranch(client, path, question),
        findChange(client, path, run, question),
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
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(branch === undefined ? {} : { branch: branch.slice(0, 300) }),
  };
}

type Change = Pick<CiFacts, 'pullRequest' | 'targetBranch' | 'doubts'> & { author?: string };

async function findChange(
  client: RestClient,
  path: string,
  run: GithubRun,
  question: Question,
): Promise<Change> {
  if (run.event === 'merge_group') return readQueue(run);
  if (!run.event.startsWith('pull_request')) return { doubts: [] };
  return describeAnswer(await findPullRequest(client, path, run, question));
}

function describeAnswer(answer: PullRequestAnswer): Change {
  if (answer.kind === 'unknown') return { doubts: [answer.why] };
  const { number, baseBranch, author } = answer.pullRequest;
  return {
    doubts: [],
    pullRequest: number,
    ...(baseBranch === undefined ? {} : { targetBranch: baseBranch }),
    // Whose change it is, not who wrote its last commit.
    ...(author === undefined ? {} : { author }),
  };
}

function readQueue({ branch = '' }: GithubRun): Change {
  const match = queueBranch.exec(branch);
  if (match === null) return { doubts: [`${branch} is no branch of a merge queue`] };
  return { targetBranch: match[1] ?? '', pullRequest: Number(match[2]), doubts: [] };
}

async function listJobs(client: RestClient, path: string, question: Question): Promise<JobPage[]> {
  const jobs = await client
    // The newest attempt of each job, also of those that a re-run has left out.
    .getPages({ ...question, path, query: { filter: 'latest' } }, (page) =>
      readFields(page, `GitHub’s answer about the jobs of ${question.what}`).list('jobs'),
    )
    .catch((error: unknown) => {
      // The pages of jobs only help; a build is not lost for them.
      if (error instanceof Refused) return [];
      throw error;
    });
  return jobs.map((job) => ({
    name: job.optionalText('name') ?? `job ${job.whole('id')}`,
    url: job.link('html_url'),
    hasFailed: ['failure', 'timed_out', 'cancelled'].includes(job.optionalText('conclusion') ?? ''),
  }));
}

async function findDefaultBranch(
  client: RestClient,
  path: string,
  question: Question,
): Promise<string | undefined> {
  const answer = await client.getJson({ ...question, path });
  return readFields(answer, 'GitHub’s answer about the repository').optionalText('default_branch');
}
