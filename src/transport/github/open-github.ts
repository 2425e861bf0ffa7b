import { createSender } from '../rest/sender.ts';
import type { RestClock } from '../rest/clock.ts';
import { createRestClient, type RestClient } from '../rest/rest-client.ts';
import { type AppIdentity, useApp } from './app-token.ts';
import { defaultReleaseBranches } from '../ci/branch-kind.ts';
import type { CiApi, CommitSource } from '../ci/ci-facts.ts';
import { readApiUrl } from '../rest/api-url.ts';
import { openGithubCommits } from './commits.ts';
import { openGithubFacts } from './facts.ts';
import { usePlainToken } from '../rest/plain-token.ts';

export interface GithubSettings {
  /** https://api.github.com when absent; of a server of one's own https://HOST/api/v3. */
  apiUrl?: string;
  credentials: { token: string } | AppIdentity;
  /** Patterns of names, with `*` for any text. */
  releaseBranches?: readonly string[];
  clock?: RestClock;
}

export interface Github {
  /** For `openGithubRestSource`. One for all builds: it knows the rate limits. */
  client: RestClient;
  ci: CiApi;
  commits: CommitSource;
}

const headers = {
  accept: 'application/vnd.github+json',
  'user-agent': 'perigee',
  'x-github-api-version': '2022-11-28',
};

/** @throws UserError for a token, a key or an address that cannot be one; nothing is asked yet */
export function openGithub(settings: GithubSettings): Github {
  const { credentials, releaseBranches = defaultReleaseBranches, clock } = settings;
  const apiUrl = readApiUrl(settings.apiUrl ?? 'https://api.github.com');
  const sender = createSender({
    service: 'GitHub',
    headers,
    ...(clock === undefined ? {} : { clock }),
  });
  const holder =
    'token' in credentials
      ? usePlainToken(credentials.token, 'the token for GitHub')
      : useApp(credentials, apiUrl, sender);
  const client = createRestClient(apiUrl, sender, holder);
  const commits = openGithubCommits(client);
  return { client, commits, ci: openGithubFacts({ client, commits, releaseBranches }) };
}
