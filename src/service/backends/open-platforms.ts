import type { BotAccount, ServiceSettings } from '../../settings/settings.ts';
import { type Buildkite, openBuildkite } from '../../transport/buildkite/open-buildkite.ts';
import type { GithubClient } from '../../transport/github/client.ts';
import { openGithubCommits } from '../../transport/github/commits.ts';
import { openGithub, publicGithubUrl } from '../../transport/github/open-github.ts';

/** One client for each account on a platform, since it knows how often it may ask. */
export interface Platforms {
  /** Reads artifacts and facts. */
  github?: GithubClient;
  buildkite?: Buildkite;
  /** The bot's: the same one, unless artifacts are read with other credentials. */
  bot?: GithubClient;
}

/**
 * Opens every platform that is set up. Nothing is asked yet.
 * @param signal aborted: GitHub is not asked any more
 * @throws UserError for a token, a key or an address that cannot be one
 */
export function openPlatforms(
  { artifacts, bot }: Pick<ServiceSettings, 'artifacts' | 'bot'>,
  signal?: AbortSignal,
): Platforms {
  const github = artifacts.github && openGithub({ ...artifacts.github, signal });
  const commits = github && openGithubCommits(github);
  const openBot = ({ appId, privateKey, apiUrl }: BotAccount): GithubClient =>
    openGithub({ apiUrl, credentials: { appId: String(appId), privateKey }, signal });
  return {
    github,
    buildkite: artifacts.buildkite && openBuildkite({ ...artifacts.buildkite, commits }),
    bot: bot && (github && isSameApp(artifacts.github, bot) ? github : openBot(bot)),
  };
}

/** Whatever key each of them has: GitHub counts what the app asks. */
function isSameApp(artifacts: ServiceSettings['artifacts']['github'], bot: BotAccount): boolean {
  const { apiUrl = publicGithubUrl, credentials } = artifacts ?? {};
  const isApp = credentials !== undefined && 'appId' in credentials;
  return (
    isApp && credentials.appId === String(bot.appId) && apiUrl.replace(/\/+$/, '') === bot.apiUrl
  );
}
