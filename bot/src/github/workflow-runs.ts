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
    headRepositoryId,
    headOwner,
    headBranch,
    status: readStatus(run.optionalText('status')),
    conclusion,
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
  const question = { repository, what: `the runs at ${head}` };
  const pages = { mostPages: mostPagesOfRuns, isCut: true, holdsProse: true };
  const runs = await api
    .list(question, pages, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.actions.listWorkflowRunsForRepo, {
        ...at,
        head_sha: head,
      }),
    )
    .then((all) => all.map(parseRun));
  return runs
    .filter((run) => run.head === head)
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id);
}

/** Newest first. */
export async function listScheduledRuns(
  api: GithubApi,
  repository: Repository,
): Promise<WorkflowRun[]> {
  const question = { repository, what: 'the runs of schedules' };
  const pages = { mostPages: 1, isCut: true, holdsProse: true };
  const runs = await api
    .list(question, pages, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.actions.listWorkflowRunsForRepo, {
        ...at,
        event: 'schedule',
        status: 'completed',
      }),
    )
    .then((all) => all.map(parseRun));
  return runs
    .filter(({ event, status }) => event === 'schedule' && status === 'completed')
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id);
}

export async function readWorkflowRun(
  api: GithubApi,
  repository: Repository,
  runId: number,
): Promise<WorkflowRun | undefined> {
  const question = { repository, what: `run ${runId}` };
  return unlessMissing(
    api
      .ask(question, ({ rest }, at) => rest.actions.getWorkflowRun({ ...at, run_id: runId }))
      .then(parseRun),
  );
}

/** @throws Refused with status 403 without `actions: write`, while the run goes on, or after 30 days */
export async function rerunRun(
  api: GithubApi,
  repository: Repository,
  runId: number,
  which: 'all' | 'failed',
): Promise<void> {
  const question = { repository, what: `the re-run of run ${runId}` };
  await api.write(question, ({ rest: { actions } }, at) => {
    const rerun = which === 'all' ? actions.reRunWorkflow : actions.reRunWorkflowFailedJobs;
    return rerun({ ...at, run_id: runId });
  });
}

/** @throws Refused with status 403 without `actions: write`, while the run goes on, or after 30 days */
export async function rerunJob(
  api: GithubApi,
  repository: Repository,
  jobId: number,
): Promise<void> {
  const question = { repository, what: `the re-run of job ${jobId}` };
  await api.write(question, ({ rest }, at) =>
    rest.actions.reRunJobForWorkflowRun({ ...at, job_id: jobId }),
  );
}

/** A matrix has 256 jobs at most; a run may have several. */
const mostPagesOfJobs = 30;

/** Those of the newest attempt of each job, also of those that a re-run has left out. */
export async function listJobs(
  api: GithubApi,
  repository: Repository,
  runId: number,
): Promise<WorkflowJob[]> {
  const question = { repository, what: `the jobs of run ${runId}` };
  // Their names, and those of their steps, are whatever the workflow calls them.
  const pages = { mostPages: mostPagesOfJobs, holdsProse: true };
  return api
    .list(question, pages, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.actions.listJobsForWorkflowRun, {
        ...at,
        run_id: runId,
        filter: 'latest',
      }),
    )
    .then((all) => all.map(parseJob));
}

type Job = EntryOf<'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs', 'jobs'>;

function parseJob(job: Fields<Job>): WorkflowJob {
  const conclusion = job.optionalText('conclusion');
  return {
    id: job.whole('id'),
    name: job.optionalText('name') ?? `job ${job.whole('id')}`,
    attempt: job.optionalWhole('run_attempt') ?? 1,
    status: readStatus(job.optionalText('status')),
    conclusion,
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
  const question = { repository, what: `the start of ${file}` };
  await api.create(question, ({ rest }, at) =>
    rest.actions.createWorkflowDispatch({ ...at, workflow_id: file, ref: branch, inputs }),
  );
}
