import { readSubject } from '../../contract/commit.ts';
import type { RestClock } from '../rest/clock.ts';
import { createSender } from '../rest/sender.ts';
import { readApiUrl } from '../rest/api-url.ts';
import { defaultReleaseBranches, classifyBranch } from '../ci/branch-kind.ts';
import type { BuildkiteBuilds } from './builds.ts';
import { type BuildkiteClient, createBuildkiteClient, type BuildkiteQuestion } from './client.ts';
import type { CiApi, CommitSource, CiFacts, CommitFacts } from '../ci/ci-facts.ts';
import { openBuildkiteBuilds } from './open-builds.ts';
import { usePlainToken } from '../rest/plain-token.ts';
import { type Fields, readFields } from '../rest/fields.ts';
import type { BuildAnswer, JobAnswer, PipelineAnswer } from './answers.ts';
import { nameOfClone, readBuildkiteRun } from './names.ts';
import { Refused } from '../platform-errors.ts';
import { readPullRequest } from './parse-build.ts';
import { linkJobs } from '../ci/job-links.ts';

export const publicBuildkiteUrl = 'https://api.buildkite.com';

/** A page of builds with some hundred jobs each. */
const maxBodyBytes = 16 * 1024 * 1024;

export interface BuildkiteSettings {
  /** https://api.buildkite.com when absent. */
  apiUrl?: string;
  /**
   * The token of a user, with the scopes `read_builds`, `read_pipelines` and `read_artifacts`; to retry jobs with
   * `retry_builds` or `write_builds` too.
   */
  token: string;
  /** Looks up the commits of its pipelines, e.g. `openGithub(…).commits`. */
  commits?: CommitSource;
  releaseBranches?: readonly string[];
  clock?: RestClock;
}

export interface Buildkite {
  /** For `openBuildkiteSource`. One for all builds: it knows the rate limit. */
  client: BuildkiteClient;
  ci: CiApi;
  builds: BuildkiteBuilds;
}

/** @throws UserError for a token or an address that cannot be one; nothing is asked yet */
export function openBuildkite(settings: BuildkiteSettings): Buildkite {
  const { token, commits, releaseBranches = defaultReleaseBranches, clock } = settings;
  const sender = createSender({
    service: 'Buildkite',
    headers: { accept: 'application/json', 'user-agent': 'perigee' },
    maxBodyBytes,
    clock,
  });
  const apiUrl = readApiUrl(settings.apiUrl ?? publicBuildkiteUrl);
  const holder = usePlainToken(token, 'the token for Buildkite');
  const client = createBuildkiteClient(apiUrl, sender, holder);
  return {
    client,
    ci: openBuildkiteFacts({ client, commits, releaseBranches }),
    builds: openBuildkiteBuilds(client),
  };
}

interface BuildkiteFactsOptions {
  client: BuildkiteClient;
  /** Buildkite keeps no commits: without this, parents and the time of the commit stay unknown. */
  commits: CommitSource | undefined;
  releaseBranches: readonly string[];
}

/** The words of GitHub for the same, so that all that reads facts knows one set. */
const events: Readonly<Record<string, string>> = {
  webhook: 'push',
  schedule: 'schedule',
  ui: 'workflow_dispatch',
  api: 'workflow_dispatch',
  trigger_job: 'workflow_dispatch',
};

/** Facts of builds. The token needs the scopes `read_builds` and `read_pipelines`. */
function openBuildkiteFacts(options: BuildkiteFactsOptions): CiApi {
  const { client, releaseBranches } = options;
  return {
    kind: 'buildkite',
    findFacts: async ({ repository, runId }, signal) => {
      const { path, pipelinePath, number } = readBuildkiteRun(runId);
      const question = { what: `build ${runId}`, signal };
      const [build, pipeline] = await Promise.all([
        ask<BuildAnswer>(client, { ...question, path }),
        ask<PipelineAnswer>(client, { ...question, path: pipelinePath }),
      ]);
      if (build.whole('number') !== number) {
        throw new Refused('ci-strange-answer', `Buildkite answered about another build`);
      }
      refuseOtherRepository(pipeline, repository, runId);
      const commit = build.commit('commit');
      const change = describeChange(build, pipeline);
      const branch = build.optionalText('branch')?.slice(0, 300);
      const defaultBranch = pipeline.optionalText('default_branch');
      const kindQuestion = { ...change, branch, defaultBranch, releaseBranches };
      const createdAt = build.instant('created_at');
      return {
        ...(await findCommit(options, repository, commit, build, signal)),
        ...change,
        commit,
        // Attempts are those of its jobs: the build has one number for all of them.
        attempt: Math.max(1, ...build.list('jobs').map(readAttempt)),
        ...(createdAt === undefined ? {} : { createdAt }),
        ...(branch === undefined ? {} : { branch }),
        branchKind: classifyBranch(kindQuestion),
        links: linkJobs(build.link('web_url'), listJobs(build)),
        doubts: [],
      };
    },
  };
}

async function ask<T>(client: BuildkiteClient, question: BuildkiteQuestion): Promise<Fields<T>> {
  return readFields<T>(await client.getJson(question), `Buildkite’s answer about ${question.what}`);
}

/** An event can name any repository; the pipeline knows which one it builds. */
function refuseOtherRepository(
  pipeline: Fields<PipelineAnswer>,
  repository: string,
  runId: string,
): void {
  const own = nameOfClone(pipeline.text('repository'));
  if (own?.toLowerCase() === repository.toLowerCase()) return;
  const message = `build ${runId} is of the repository ${own ?? 'of another kind'}, not of ${repository}`;
  throw new Refused('ci-not-found', message);
}

type Change = Pick<CiFacts, 'event' | 'fork' | 'pullRequest' | 'targetBranch'>;

function describeChange(build: Fields<BuildAnswer>, pipeline: Fields<PipelineAnswer>): Change {
  const { pullRequest, headRepository } = readPullRequest(build);
  const event = events[build.optionalText('source') ?? ''] ?? 'other';
  if (pullRequest === undefined) return { event, fork: false };
  const targetBranch = build.optionalText('pull_request.base');
  return {
    event: 'pull_request',
    pullRequest,
    fork: headRepository?.toLowerCase() !== nameOfClone(pipeline.text('repository'))?.toLowerCase(),
    ...(targetBranch === undefined ? {} : { targetBranch: targetBranch.slice(0, 300) }),
  };
}

async function findCommit(
  { commits }: BuildkiteFactsOptions,
  repository: string,
  commit: string,
  build: Fields<BuildAnswer>,
  signal: AbortSignal,
): Promise<CommitFacts> {
  // The creator of a build that a push has started is who pushed.
  const name = build.optionalText('author.name') ?? build.optionalText('creator.name');
  const subject = readSubject(build.optionalText('message'));
  const known = {
    ...(name === undefined ? {} : { author: name.slice(0, 200) }),
    ...(subject === undefined ? {} : { subject }),
  };
  if (commits === undefined) return { parents: [], ...known };
  try {
    return { ...known, ...(await commits.findCommit(repository, commit, signal)) };
  } catch (error) {
    // We may have no token for the repository's host; then this build does without.
    if (error instanceof Refused) return { parents: [], ...known };
    throw error;
  }
}

function readAttempt(job: Fields<JobAnswer>): number {
  return (job.optionalWhole('retries_count') ?? 0) + 1;
}

function listJobs(build: Fields<BuildAnswer>) {
  return build
    .list('jobs')
    .filter((job) => job.optionalText('type') === 'script')
    .map((job) => {
      const index = job.optionalWhole('parallel_group_index');
      const name = job.optionalText('name') ?? job.optionalText('step_key') ?? job.text('id');
      return {
        name: index === undefined ? name : `${name} (${index + 1})`,
        url: job.link('web_url'),
        hasFailed: ['failed', 'timed_out', 'canceled'].includes(job.optionalText('state') ?? ''),
      };
    });
}
