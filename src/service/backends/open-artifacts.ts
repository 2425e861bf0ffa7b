import { createBudget } from '../../async/budget.ts';
import { artifactLimits } from '../../transport/artifacts/artifact-limits.ts';
import type { BuildKey } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import type { ArtifactContents, ArtifactSource } from '../../transport/artifacts/artifact-store.ts';
import { buildFolder, openDirectoryStore } from '../../transport/artifacts/directory.ts';
import type { KnownFiles, OverfullBuilds } from '../../transport/artifacts/buildkite-files.ts';
import { openBuildkiteSource } from '../../transport/artifacts/buildkite.ts';
import { openGithubRestSource } from '../../transport/artifacts/github-rest.ts';
import type { BuildkiteBuilds } from '../../transport/buildkite/builds.ts';
import type { CiFacts } from '../../transport/ci/ci-facts.ts';
import { openGithubFacts } from '../../transport/github/facts.ts';
import { defaultReleaseBranches } from '../../transport/ci/branch-kind.ts';
import { openPlatforms, type Platforms } from './open-platforms.ts';
import { createSizedCache } from '../../async/sized-cache.ts';
import type { Platform } from '../aggregate/ports.ts';
import type { ServiceSettings } from '../../settings/settings.ts';

/** Facts of builds beside those in events. */
export interface Artifacts {
  /** @param settled as the bot says it: see BotContext */
  openArtifacts(
    build: BuildKey,
    platform: Platform,
    signal: AbortSignal,
    settled?: string,
  ): ArtifactSource;
  findFacts(build: BuildKey, platform: Platform, signal: AbortSignal): Promise<CiFacts | undefined>;
  /** Present if the service has a token for Buildkite. */
  buildkite?: BuildkiteBuilds;
}

/** A compressed record has some ten thousand. */
const mostKeptBytes = 16 * 1024 * 1024;
/** Some hundred bytes each. */
const mostKnownFiles = 20_000;
/** A sentence each. */
const mostOverfull = 1_000;

/** Opens the artifacts and facts of builds, by the clients of their platforms. */
export function openArtifacts(
  settings: ServiceSettings['artifacts'],
  { buildkite, github }: Pick<Platforms, 'buildkite' | 'github'> = openPlatforms({
    artifacts: settings,
  }),
): Artifacts {
  const budget = createBudget(artifactLimits.maxBytes);
  const contents = createSizedCache<ArtifactContents>(mostKeptBytes);
  const known: KnownFiles = createSizedCache(mostKnownFiles);
  const overfull: OverfullBuilds = createSizedCache(mostOverfull);
  const { releaseBranches = defaultReleaseBranches } = settings.github ?? {};
  const ci = {
    directory: undefined,
    github: github && openGithubFacts({ client: github, releaseBranches }),
    buildkite: buildkite?.ci,
  };
  return {
    ...(buildkite === undefined ? {} : { buildkite: buildkite.builds }),
    openArtifacts: (build, platform, signal, settled) => {
      const { repository, runId } = build;
      switch (platform) {
        case 'directory':
          return openDirectoryStore(
            buildFolder(settings.directory, build),
            settings.ownsDirectory === true ? {} : { below: settings.directory },
          );
        case 'github':
          if (github === undefined) throw notConfigured('github');
          return openGithubRestSource({
            ...{ client: github, budget, contents, repository, runId, signal },
          });
        case 'buildkite':
          if (buildkite === undefined) throw notConfigured('buildkite');
          return openBuildkiteSource({
            ...{ client: buildkite.client, budget, runId, signal, overfull },
            hosts: settings.buildkite?.hosts,
            ...(settled === undefined ? {} : { settled: { state: settled, known } }),
          });
      }
    },
    findFacts: async (build, platform, signal) => ci[platform]?.findFacts(build, signal),
  };
}

function notConfigured(platform: Platform): UserError {
  return new UserError({
    seen: `an artifact on ${platform}, and this service has no access there`,
    expected: `artifacts.${platform} in perigee-service.yml`,
    remedy: 'set it, then `perigee queue replay --all`',
  });
}
