import type { GitHub } from '@actions/github/lib/utils';

/** GitHub's API with the token of this job, for one repository. */
export interface GithubApi {
  octokit: InstanceType<typeof GitHub>;
  repository: { owner: string; repo: string };
}

/** A server that does not answer is not waited for any longer: for one answer, and for all of this job. */
const patience = { requestMs: 15_000, jobMs: 120_000 };

/**
 * @param apiUrl e.g. https://api.github.com, or that of a GitHub of one's own
 * @returns undefined without a token
 */
export async function connectGithub(
  token: string,
  apiUrl: string,
  repository: { owner: string; name: string },
  { requestMs, jobMs }: { requestMs: number; jobMs: number } = patience,
): Promise<GithubApi | undefined> {
  if (token === '') return undefined;
  const { getOctokit } = await import('@actions/github');
  const octokit = getOctokit(token, { baseUrl: apiUrl });
  const job = AbortSignal.timeout(jobMs);
  octokit.hook.before('request', (options) => {
    options.request.signal = AbortSignal.any([job, AbortSignal.timeout(requestMs)]);
  });
  return { octokit, repository: { owner: repository.owner, repo: repository.name } };
}
