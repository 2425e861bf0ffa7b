import type { GithubClient } from '../../../src/transport/github/client.ts';

/** GitHub's API for whoever is installed where. */
export interface GithubApi extends GithubClient {
  readonly appId: number;
}
