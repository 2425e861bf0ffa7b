import { isCommitId } from '../../contract/commit.ts';
import { Refused } from '../platform-errors.ts';
import { type Fields, readFields } from '../rest/fields.ts';
import type { BuildAnswer, JobAnswer } from './answers.ts';
import type { BuildkiteBuild, BuildkiteJob, BuildkiteOrigin, ScheduledBuild } from './builds.ts';
import { nameOfClone } from './names.ts';

const where = 'Buildkite’s answer about a build';
/** A build may have thousands of jobs. */
const longestCommand = 2_000;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * One build as the API gives it.
 * @param pipeline `organisation/pipeline`
 * @throws Refused
 */
export function parseBuildkiteBuild(value: unknown, pipeline: string): BuildkiteBuild {
  const build = readFields<BuildAnswer>(value, where);
  const number = build.whole('number');
  const branch = build.optionalText('branch');
  if (!build.has('jobs')) throw refuse('jobs');
  return {
    runId: `${pipeline}/${number}`,
    number,
    ...readBuildState(build),
    commit: build.commit('commit'),
    ...(branch === undefined ? {} : { branch: branch.slice(0, 300) }),
    ...readPullRequest(build),
    source: build.text('source'),
    ...readTrigger(build, pipeline),
    createdAtMs: Date.parse(build.moment('created_at')),
    url: readLink(build),
    jobs: build
      .list('jobs')
      .filter((job) => job.text('type') === 'script')
      .map(parseJob),
  };
}

/**
 * The same of a build whose jobs are of no matter.
 * @param pipeline `organisation/pipeline`
 * @throws Refused, also where it is of whatever a branch was when it began and no agent has it yet
 */
export function parseBuildkiteOrigin(value: unknown, pipeline: string): BuildkiteOrigin {
  const build = readFields<BuildAnswer>(value, where);
  return {
    commit: build.commit('commit'),
    source: build.text('source'),
    ...readTrigger(build, pipeline),
  };
}

/**
 * A build of a branch that a schedule has started.
 * @returns undefined for any other build, and for one that is at work or never began
 * @throws Refused
 */
export function parseScheduledBuild(
  value: unknown,
  pipeline: string,
  branch: string,
): ScheduledBuild | undefined {
  const build = readFields<BuildAnswer>(value, where);
  if (build.text('source') !== 'schedule' || build.optionalText('branch') !== branch) return;
  const finished = build.instant('finished_at');
  // Until an agent has taken its first job, its commit is a word such as HEAD.
  if (finished === undefined || !isCommitId(build.text('commit'))) return;
  return {
    runId: `${pipeline}/${build.whole('number')}`,
    commit: build.commit('commit'),
    createdAtMs: Date.parse(build.moment('created_at')),
    finishedAtMs: Date.parse(finished),
  };
}

/** A step triggers pipelines of its own organisation. */
function readTrigger(
  build: Fields<BuildAnswer>,
  pipeline: string,
): Pick<BuildkiteBuild, 'triggeredFrom'> {
  const name = build.optionalText('triggered_from.build_pipeline_slug');
  const number = build.optionalWhole('triggered_from.build_number');
  if (name === undefined || number === undefined) return {};
  return { triggeredFrom: `${pipeline.split('/', 1)[0] ?? ''}/${name}/${number}` };
}

function parseJob(job: Fields<JobAnswer>): BuildkiteJob {
  const id = readJobId(job.text('id'));
  const retriedIn = job.optionalText('retried_in_job_id');
  const key = job.optionalText('step_key');
  const command = job.optionalText('command');
  return {
    id,
    // Jobs of years ago have no step; keys that users set are unique.
    step: job.optionalText('step.id') ?? key ?? job.text('step.id'),
    name: job.optionalText('name') ?? key ?? id,
    ...readJobState(job),
    retries: job.optionalWhole('retries_count') ?? 0,
    ...(retriedIn === undefined ? {} : { retriedIn: readJobId(retriedIn) }),
    ...readParallel(job),
    createdAtMs: Date.parse(job.moment('created_at')),
    url: readLink(job),
    ...(command === undefined ? {} : { command: command.slice(0, longestCommand) }),
  };
}

function readParallel(job: Fields<JobAnswer>): Pick<BuildkiteJob, 'parallel'> {
  const index = job.optionalWhole('parallel_group_index');
  const total = job.optionalWhole('parallel_group_total');
  if (index === undefined || total === undefined || index >= total) return {};
  return { parallel: { index, total } };
}

/** It becomes part of an address. @throws Refused */
export function readJobId(id: string): string {
  if (uuid.test(id)) return id;
  throw refuse('id of a job');
}

function readLink(fields: Fields<BuildAnswer | JobAnswer>): string {
  const link = fields.link('web_url');
  if (link === undefined) throw refuse('web_url');
  return link;
}

function refuse(what: string): Refused {
  return new Refused('ci-strange-answer', `${where} has no usable ${what}`);
}

/** The ending of a build, and GitHub's word for it. */
const conclusions: ReadonlyMap<string, string> = new Map([
  ['passed', 'success'],
  ['failed', 'failure'],
  ['canceled', 'cancelled'],
  ['skipped', 'skipped'],
  ['not_run', 'skipped'],
]);

/** States of a job that it does not leave again. A retry is another job. */
const ended: readonly string[] = [
  ...['passed', 'failed', 'timed_out', 'canceled', 'skipped', 'broken', 'expired'],
  ...['waiting_failed', 'blocked_failed', 'unblocked_failed'],
];
const running: readonly string[] = ['running', 'canceling', 'timing_out'];
/** States of a job that continues by itself: it waits only for an agent or its turn. */
const coming: readonly string[] = [
  ...['limiting', 'limited', 'platform_limiting', 'platform_limited'],
  ...['scheduled', 'assigned', 'accepted'],
];

/**
 * A build that waits for a person to unblock a step has ended as far as it goes: a caller that waits for more could
 * wait for ever. Its state is then that of its step (`blocked_state`), so that it can be `running` while nothing runs.
 * A word that Buildkite has not had yet counts as in progress: neither red nor green.
 */
export function readBuildState(
  build: Fields<BuildAnswer>,
): Pick<BuildkiteBuild, 'state' | 'conclusion'> {
  const word = build.text('state');
  const conclusion = conclusions.get(word);
  if (conclusion !== undefined) return { state: 'completed', conclusion };
  if (word === 'blocked') return { state: 'completed', conclusion: 'success' };
  if (word === 'running' && build.isTrue('blocked') && !build.list('jobs').some(isAtWork)) {
    return { state: 'completed', conclusion: 'success' };
  }
  return { state: word === 'scheduled' ? 'queued' : 'in-progress' };
}

function isAtWork(job: Fields<JobAnswer>): boolean {
  const word = job.optionalText('state') ?? '';
  return running.includes(word) || coming.includes(word);
}

export function readJobState(job: Fields<JobAnswer>): Pick<BuildkiteJob, 'state' | 'conclusion'> {
  const word = job.text('state');
  if (ended.includes(word)) return { state: 'ended', conclusion: word };
  if (running.includes(word)) return { state: 'running' };
  // A job with an unknown word and a time of its end has ended.
  if (job.instant('finished_at') !== undefined) return { state: 'ended', conclusion: word };
  return { state: 'waiting' };
}

interface PullRequestOfBuild {
  pullRequest?: number;
  /** Owner and name of the repository that it comes from. */
  headRepository?: string;
}

/** Buildkite writes an empty object where there is no pull request, and its number as text. */
export function readPullRequest(build: Fields<BuildAnswer>): PullRequestOfBuild {
  const number = Number(build.optionalText('pull_request.id') ?? Number.NaN);
  if (!Number.isSafeInteger(number) || number < 1) return {};
  const from = nameOfClone(build.optionalText('pull_request.repository') ?? '');
  return { pullRequest: number, headRepository: from };
}
