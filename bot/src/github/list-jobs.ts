import type { EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { WorkflowJob } from './github-side.ts';
import { readStatus } from './parse-run.ts';

/** A matrix has 256 jobs at most; a run may have several. */
const mostPages = 30;

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
  return api.readPages(question, { list: 'jobs', mostPages } as const, parseJob);
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
