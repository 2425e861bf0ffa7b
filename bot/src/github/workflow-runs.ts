import type { DataOf, EntryOf } from '../../../src/transport/github/routes.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { WorkflowJob, WorkflowRun } from './github-side.ts';

type Run = DataOf<'GET /repos/{owner}/{repo}/actions/runs/{run_id}'>;

export function parseRun(run: Fields<Run>): WorkflowRun {
  const headRepositoryId = run.optionalWhole('head_repository.id');
  const headOwner = run.optionalText('head_repository.owner.login');
  const headBranch = run.optionalText('head_branch');
  const conclusion = run.optionalText('conclusion');
  const startedAt = run.instant('run_started_at');
  return {
    id: run.whole('id'),
    attempt: run.optionalWhole('run_attempt') ?? 1,
    path: (run.optionalText('path') ?? '').replace(/@.*$/s, ''),
    event: run.text('event'),
    head: run.commit('head_sha'),
    ...(headRepositoryId === undefined ? {} : { headRepositoryId }),
    ...(headOwner === undefined ? {} : { headOwner }),
    ...(headBranch === undefined ? {} : { headBranch }),
    status: readStatus(run.optionalText('status')),
    ...(conclusion === undefined ? {} : { conclusion }),
    createdAtMs: Date.parse(run.instant('created_at') ?? '1970-01-01T00:00:00Z'),
    ...(startedAt === undefined ? {} : { startedAtMs: Date.parse(startedAt) }),
    url: run.link('html_url') ?? '',
  };
}

/** GitHub has more words for what has not begun: `waiting`, `requested`, `pending`. */
export function readStatus(status: string | undefined): WorkflowRun['status'] {
  if (status === 'completed') return 'completed';
  return status === 'in_progress' ? 'in-progress' : 'queued';
}

/** Most pages, over all workflows; GitHub returns at most 1,000 results of a search. */
const mostPagesOfRuns = 10;

/** Newest first. */
export async function listWorkflowRuns(
  api: GithubApi,
  repository: Repository,
  head: string,
): Promise<WorkflowRun[]> {
  const question = {
    repository,
    what: `the runs at ${head}`,
    route: 'GET /repos/{owner}/{repo}/actions/runs',
    parameters: { head_sha: head },
  } as const;
  const pages = {
    ...{ list: 'workflow_runs', mostPages: mostPagesOfRuns },
    ...{ isCut: true, holdsProse: true },
  } as const;
  const runs = await api.readPages(question, pages, parseRun);
  return runs
    .filter((run) => run.head === head)
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id);
}

/** Newest first. */
export async function listScheduledRuns(
  api: GithubApi,
  repository: Repository,
): Promise<WorkflowRun[]> {
  const question = {
    repository,
    what: 'the runs of schedules',
    route: 'GET /repos/{owner}/{repo}/actions/runs',
    parameters: { event: 'schedule', status: 'completed' },
  } as const;
  const pages = {
    ...{ list: 'workflow_runs', mostPages: 1 },
    ...{ isCut: true, holdsProse: true },
  } as const;
  const runs = await api.readPages(question, pages, parseRun);
  return runs
    .filter(({ event, status }) => event === 'schedule' && status === 'completed')
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id);
}

export async function readWorkflowRun(
  api: GithubApi,
  repository: Repository,
  runId: number,
): Promise<WorkflowRun | undefined> {
  const question = {
    repository,
    what: `run ${runId}`,
    route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}',
    parameters: { run_id: runId },
  } as const;
  return unlessMissing(api.read(question, parseRun));
}

const routes = {
  all: 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun',
  failed: 'POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs',
} as const;

/** @throws Refused with status 403 without `actions: write`, while the run goes on, or after 30 days */
export async function rerunRun(
  api: GithubApi,
  repository: Repository,
  runId: number,
  which: 'all' | 'failed',
): Promise<void> {
  const question = {
    repository,
    what: `the re-run of run ${runId}`,
    route: routes[which],
    parameters: { run_id: runId },
  } as const;
  await api.write(question, () => undefined);
}

/** @throws Refused with status 403 without `actions: write`, while the run goes on, or after 30 days */
export async function rerunJob(
  api: GithubApi,
  repository: Repository,
  jobId: number,
): Promise<void> {
  const question = {
    repository,
    what: `the re-run of job ${jobId}`,
    route: 'POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun',
    parameters: { job_id: jobId },
  } as const;
  await api.write(question, () => undefined);
}

/** A matrix has 256 jobs at most; a run may have several. */
const mostPagesOfJobs = 30;

/** Those of the newest attempt of each job, also of those that a re-run has left out. */
export async function listJobs(
  api: GithubApi,
  repository: Repository,
  runId: number,
): Promise<WorkflowJob[]> {
  const question = {
    repository,
    what: `the jobs of run ${runId}`,
    route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs',
    parameters: { run_id: runId, filter: 'latest' },
  } as const;
  const pages = { list: 'jobs', mostPages: mostPagesOfJobs } as const;
  return api.readPages(question, pages, parseJob);
}

type Job = EntryOf<'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs', 'jobs'>;

function parseJob(job: Fields<Job>): WorkflowJob {
  const conclusion = job.optionalText('conclusion');
  return {
    id: job.whole('id'),
    name: job.optionalText('name') ?? `job ${job.whole('id')}`,
    attempt: job.optionalWhole('run_attempt') ?? 1,
    status: readStatus(job.optionalText('status')),
    ...(conclusion === undefined ? {} : { conclusion }),
    url: job.link('html_url') ?? '',
  };
}

/** @throws Refused with 404 where there is no such workflow, with 422 where it has no such trigger or input */
export async function startWorkflow(
  api: GithubApi,
  repository: Repository,
  file: string,
  branch: string,
  inputs: Readonly<Record<string, string>>,
): Promise<void> {
  const question = {
    repository,
    what: `the start of ${file}`,
    route: 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
    parameters: { workflow_id: file, ref: branch, inputs },
  } as const;
  await api.create(question, () => undefined);
}
