import { createHash } from 'node:crypto';
import type { Fields } from '../rest/fields.ts';
import type { GithubClient, RepositoryPlace } from './client.ts';
import type { DataOf } from './routes.ts';

/** The check that people require, on pull requests and in merge queues. */
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
      app_id: appId,
    }),
  );
}

const ownPrefix = 'perigee:';

/** The external id of a check of the bot: it says whose check this is, and a digest of what stands in it. */
export function nameOwnCheck(content: string): string {
  return ownPrefix + createHash('sha256').update(content).digest('hex').slice(0, 40);
}

/**
 * Whether the bot made a check. Everybody gives the app a name of their own, and a CI may call its check as its
 * pipeline is called. A workflow can set any external id: those of GitHub's own app do not count.
 */
export function isOwnCheck(check: Fields<CheckRun>): boolean {
  const app = check.optionalText('app.slug');
  if (app === undefined || app === 'github-actions') return false;
  // Older bots wrote the digest alone.
  return check.optionalText('external_id')?.startsWith(ownPrefix) === true || /perigee/i.test(app);
}
