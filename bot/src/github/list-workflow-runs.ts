import type { Repository } from '../subject.ts';
import type { GithubApi } from './api.ts';
import type { WorkflowRun } from './github-side.ts';
import { parseRun } from './parse-run.ts';

/** Most pages, over all workflows; GitHub returns at most 1,000 results of a search. */
const mostPages = 10;

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
  const pages = { list: 'workflow_runs', mostPages, isCut: true, holdsProse: true } as const;
  const runs = await api.readPages(question, pages, parseRun);
  return runs
    .filter((run) => run.head === head)
    .sort((a, b) => b.createdAtMs - a.createdAtMs || b.id - a.id);
}
