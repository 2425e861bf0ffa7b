import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { WorkflowRun } from './github-side.ts';
import { parseRun } from './parse-run.ts';
import { unlessMissing } from '../../../src/transport/github/unless-missing.ts';

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
