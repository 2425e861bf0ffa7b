import { Unavailable } from '../../../src/transport/platform-errors.ts';
import {
  createGithubClient,
  type GithubClient,
  type RepositoryPlace,
} from '../../../src/transport/github/client.ts';
import {
  type Asked,
  describeOptions,
  limitRequests,
} from '../../../src/transport/github/open-octokit.ts';
import { queueWrites } from '../../../src/transport/github/queue-writes.ts';
import { systemClock } from '../../../src/transport/rest/clock.ts';
import { createSender } from '../../../src/transport/rest/sender.ts';
import { shareBudget } from '../../../src/transport/rest/share-budget.ts';

/** GitHub's API with the token of this job, for one repository. */
export interface GithubApi {
  client: GithubClient;
  repository: RepositoryPlace;
}

/** A server that does not answer is not waited for any longer: for one answer, and for all of this job. */
const patience = { requestMs: 15_000, jobMs: 120_000 };
/** A longer page of comments is asked for as smaller ones. */
const maxBodyBytes = 4 * 1024 * 1024;

/**
 * @param apiUrl e.g. https://api.github.com, or that of a GitHub of one's own
 * @returns undefined without a token
 */
export async function connectGithub(
  token: string,
  apiUrl: string,
  repository: RepositoryPlace,
  { requestMs, jobMs }: { requestMs: number; jobMs: number } = patience,
): Promise<GithubApi | undefined> {
  if (token === '') return undefined;
  const { getOctokit } = await import('@actions/github');
  const { defaults } = await import('@actions/github/lib/utils');
  const sender = createSender({
    ...{ service: 'GitHub', headers: {}, patienceMs: requestMs, maxBodyBytes },
    // It knows the proxy of a runner.
    fetch: defaults.request?.fetch as typeof fetch,
  });
  const job = new AbortController();
  const giveUp = () => job.abort(new Unavailable('GitHub did not answer in time for this job'));
  AbortSignal.timeout(jobMs).addEventListener('abort', giveUp);
  const parts = { apiUrl, sender };
  const { request, ...options } = describeOptions(parts);
  const account = 'token';
  const client = createGithubClient({
    ...{ account, sender, stop: job.signal },
    actAs: async (_asker, question) => {
      const asked: Asked = { ...question, account, by: 'token' };
      return getOctokit(token, { ...options, request: { ...request, asked } }, (octokit) =>
        limitRequests(octokit, parts),
      );
    },
    writes: queueWrites(systemClock, 0),
    creations: shareBudget(systemClock, 'the comments of this job'),
  });
  return { client, repository };
}
