import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';

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
