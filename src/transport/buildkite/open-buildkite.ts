import type { RestClock } from '../rest/clock.ts';
import { createSender } from '../rest/sender.ts';
import { readApiUrl } from '../rest/api-url.ts';
import { defaultReleaseBranches } from '../ci/branch-kind.ts';
import type { BuildkiteBuilds } from './builds.ts';
import { type BuildkiteClient, createBuildkiteClient } from './client.ts';
import { openBuildkiteFacts } from './facts.ts';
import type { CiApi, CommitSource } from '../ci/ci-facts.ts';
import { openBuildkiteBuilds } from './open-builds.ts';
import { usePlainToken } from '../rest/plain-token.ts';

export const publicBuildkiteUrl = 'https://api.buildkite.com';

/** A page of builds with some hundred jobs each. */
const maxBodyBytes = 16 * 1024 * 1024;

export interface BuildkiteSettings {
  /** https://api.buildkite.com when absent. */
  apiUrl?: string;
  /**
   * Of a user, with the scopes `read_builds`, `read_pipelines` and `read_artifacts`; to retry jobs with
   * `retry_builds` or `write_builds` too.
   */
  token: string;
  /** Where the commits of its pipelines can be looked up, e.g. `openGithub(…).commits`. */
  commits?: CommitSource;
  releaseBranches?: readonly string[];
  clock?: RestClock;
}

export interface Buildkite {
  /** For `openBuildkiteSource`. One for all builds: it knows the rate limit. */
  client: BuildkiteClient;
  ci: CiApi;
  builds: BuildkiteBuilds;
}

/** @throws UserError for a token or an address that cannot be one; nothing is asked yet */
export function openBuildkite(settings: BuildkiteSettings): Buildkite {
  const { token, commits, releaseBranches = defaultReleaseBranches, clock } = settings;
  const sender = createSender({
    service: 'Buildkite',
    headers: { accept: 'application/json', 'user-agent': 'perigee' },
    maxBodyBytes,
    clock,
  });
  const apiUrl = readApiUrl(settings.apiUrl ?? publicBuildkiteUrl);
  const holder = usePlainToken(token, 'the token for Buildkite');
  const client = createBuildkiteClient(apiUrl, sender, holder);
  return {
    client,
    ci: openBuildkiteFacts({ client, commits, releaseBranches }),
    builds: openBuildkiteBuilds(client),
  };
}
