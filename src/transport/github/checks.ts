import type { Fields } from '../rest/fields.ts';
import type { GithubClient, RepositoryPlace } from './client.ts';
import type { DataOf } from './routes.ts';

/** What everybody requires, on pull requests and in merge queues. */
export const checkName = 'perigee';

export type CheckRun = DataOf<'GET /repos/{owner}/{repo}/check-runs/{check_run_id}'>;

/** The checks of that name at a commit, of one app or of all: any app, and any workflow, may make one. */
export function listChecks(
  client: GithubClient,
  repository: RepositoryPlace,
  commit: string,
  appId?: number,
): Promise<Fields<CheckRun>[]> {
  const question = { repository, what: `the check at ${commit}` };
  const pages = { mostPages: 10, isCut: true, holdsProse: true };
  return client.list(question, pages, (octokit, at) =>
    octokit.paginate.iterator(octokit.rest.checks.listForRef, {
      ...{ ...at, ref: commit, check_name: checkName, filter: 'latest' },
      ...(appId === undefined ? {} : { app_id: appId }),
    }),
  );
}
