import { createSizedCache } from '../../../src/async/sized-cache.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import type { DataOf } from '../../../src/transport/github/routes.ts';
import { unlessMissing } from '../../../src/transport/platform-errors.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { RunOrigin, WorkflowJob, WorkflowRun } from './github-side.ts';

/** More than are worked on at one time. */
const mostKnownRuns = 10_000;
/** Most pages, over all workflows; GitHub returns at most 1,000 results of a search. */
const mostPagesOfRuns = 10;
/** A matrix has 256 jobs at most; a run may have several. */
const mostPagesOfJobs = 30;

/** Runs of workflows and their jobs; what was listed lately of a run's origin is kept. */
export function openWorkflowRuns(api: GithubClient) {
  const origins = createSizedCache<RunOrigin>(mostKnownRuns);
  /** Newest first. */
  const list = async (
    question: { repository: Repository; what: string },
    mostPages: number,
    asked: { head_sha: string } | { event: 'schedule'; status: 'completed' },
  ): Promise<WorkflowRun[]> => {
    const pages = { mostPages, isCut: true, holdsProse: true };
    const runs = await api.list(question, pages, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.actions.listWorkflowRunsForRepo, { ...at, ...asked }),
    );
    return runs.map(parseRun).sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id);
  };
  const readWorkflowRun = async (
    repository: Repository,
    runId: number,
  ): Promise<WorkflowRun | undefined> => {
    const answer = api.ask({ repository, what: `run ${runId}` }, ({ rest }, at) =>
      rest.actions.getWorkflowRun({ ...at, run_id: runId }),
    );
    return unlessMissing(answer.then(parseRun));
  };
  return {
    readWorkflowRun,
    /** Newest first. */
    listWorkflowRuns: async (repository: Repository, head: string): Promise<WorkflowRun[]> => {
      const question = { repository, what: `the runs at ${head}` };
      const runs = await list(question, mostPagesOfRuns, { head_sha: head });
      const own = runs.filter((run) => run.head === head);
      for (const run of own) origins.keep(`${repository.id} ${run.id}`, run, 1);
      return own;
    },
    /** Newest first. */
    listScheduledRuns: async (repository: Repository): Promise<WorkflowRun[]> => {
      const question = { repository, what: 'the runs of schedules' };
      const runs = await list(question, 1, { event: 'schedule', status: 'completed' });
      return runs.filter(({ event, status }) => event === 'schedule' && status === 'completed');
    },
    /** A run without what changes while it is at work. */
    findRunOrigin: async (repository: Repository, runId: number): Promise<RunOrigin | undefined> =>
      origins.find(`${repository.id} ${runId}`) ?? readWorkflowRun(repository, runId),
    /** Those of the newest attempt of each job, also of those that a re-run has left out. */
    listJobs: async (repository: Repository, runId: number): Promise<WorkflowJob[]> => {
      const question = { repository, what: `the jobs of run ${runId}` };
      const asked = { run_id: runId, filter: 'latest' } as const;
      // Their names, and those of their steps, are whatever the workflow calls them.
      const pages = { mostPages: mostPagesOfJobs, holdsProse: true };
      const jobs = await api.list(question, pages, (octokit, at) =>
        octokit.paginate.iterator(octokit.rest.actions.listJobsForWorkflowRun, { ...at, ...asked }),
      );
      return jobs.map((job) => ({
        id: job.whole('id'),
        name: job.optionalText('name') ?? `job ${job.whole('id')}`,
        attempt: job.optionalWhole('run_attempt') ?? 1,
        status: readStatus(job.optionalText('status')),
        conclusion: job.optionalText('conclusion'),
        url: job.link('html_url') ?? '',
      }));
    },
    /** @throws Refused with status 403 without `actions: write`, while the run goes on, or after 30 days */
    rerunRun: async (repository: Repository, runId: number, which: 'all' | 'failed') => {
      const question = { repository, what: `the re-run of run ${runId}` };
      await api.write(question, ({ rest: { actions } }, at) => {
        const rerun = which === 'all' ? actions.reRunWorkflow : actions.reRunWorkflowFailedJobs;
        return rerun({ ...at, run_id: runId });
      });
    },
    /** The same of one job. */
    rerunJob: async (repository: Repository, jobId: number): Promise<void> => {
      const question = { repository, what: `the re-run of job ${jobId}` };
      await api.write(question, ({ rest }, at) =>
        rest.actions.reRunJobForWorkflowRun({ ...at, job_id: jobId }),
      );
    },
    /** @throws Refused with 404 where there is no such workflow, with 422 where it has no such trigger or input */
    startWorkflow: async (
      repository: Repository,
      file: string,
      branch: string,
      inputs: Readonly<Record<string, string>>,
    ): Promise<void> => {
      const question = { repository, what: `the start of ${file}` };
      await api.create(question, ({ rest }, at) =>
        rest.actions.createWorkflowDispatch({ ...at, workflow_id: file, ref: branch, inputs }),
      );
    },
  };
}

type Run = DataOf<'GET /repos/{owner}/{repo}/actions/runs/{run_id}'>;

export function parseRun(run: Fields<Run>): WorkflowRun {
  const startedAt = run.instant('run_started_at');
  return {
    id: run.whole('id'),
    attempt: run.optionalWhole('run_attempt') ?? 1,
    path: (run.optionalText('path') ?? '').replace(/@.*$/s, ''),
    event: run.text('event'),
    head: run.commit('head_sha'),
    headRepositoryId: run.optionalWhole('head_repository.id'),
    headOwner: run.optionalText('head_repository.owner.login'),
    headBranch: run.optionalText('head_branch'),
    status: readStatus(run.optionalText('status')),
    conclusion: run.optionalText('conclusion'),
    createdAtMs: Date.parse(run.instant('created_at') ?? '1970-01-01T00:00:00Z'),
    startedAtMs: startedAt === undefined ? undefined : Date.parse(startedAt),
    url: run.link('html_url') ?? '',
  };
}

/** GitHub has more words for what has not begun: `waiting`, `requested`, `pending`. */
function readStatus(status: string | undefined): WorkflowRun['status'] {
  if (status === 'completed') return 'completed';
  return status === 'in_progress' ? 'in-progress' : 'queued';
}
