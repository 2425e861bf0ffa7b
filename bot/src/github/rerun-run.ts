import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';

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
