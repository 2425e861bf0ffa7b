import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';

const actions = { all: 'rerun', failed: 'rerun-failed-jobs' } as const;

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
    route: `POST /repos/{owner}/{repo}/actions/runs/{run_id}/${actions[which]}`,
    parameters: { run_id: runId },
  };
  await api.write(question, () => undefined);
}
