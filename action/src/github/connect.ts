import type { GitHub } from '@actions/github/lib/utils';

/** GitHub's API with the token of this job, for one repository. */
export interface GithubApi {
  octokit: InstanceType<typeof GitHub>;
  repository: { owner: string; repo: string };
}

/** A server that does not answer is not waited for any longer. */
const patienceMs = 15_000;

/**
 * @param apiUrl e.g. https://api.github.com, or that of a GitHub of one's own
 * @returns undefined without a token
 */
export async function connectGithub(
  token: string,
  apiUrl: string,
  repository: { owner: string; name: string },
): Promise<GithubApi | undefined> {
  if (token === '') return undefined;
  const { getOctokit } = await import('@actions/github');
  const octokit = getOctokit(token, { baseUrl: apiUrl });
  octokit.hook.before('request', (options) => {
    options.request.signal = AbortSignal.timeout(patienceMs);
  });
  return { octokit, repository: { owner: repository.owner, repo: repository.name } };
}
