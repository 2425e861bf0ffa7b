import type { DataOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import type { WorkflowRun } from './github-side.ts';

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
