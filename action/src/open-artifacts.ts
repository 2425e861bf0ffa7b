import { resolve } from 'node:path';
import type { ArtifactStore } from '../../src/transport/artifacts/artifact-store.ts';
import { openDirectoryStore } from '../../src/transport/artifacts/directory.ts';
import { openGithubStore } from '../../src/transport/artifacts/github.ts';
import type { CiRun } from './event/ci-run.ts';
import type { Inputs } from './inputs.ts';

const deadlinesMs = { upload: 300_000, list: 60_000, read: 60_000, readAll: 300_000 };

/**
 * The artifacts of this workflow run, or those in the folder that the workflow names. The client is large
 * and most of a job does without it.
 */
export async function openArtifacts(
  { artifactRetentionDays, artifactsFolder }: Inputs,
  ci: CiRun,
): Promise<ArtifactStore> {
  if (artifactsFolder !== undefined) {
    return openDirectoryStore(resolve(ci.workspace, artifactsFolder));
  }
  const { DefaultArtifactClient } = await import('@actions/artifact');
  return openGithubStore({
    client: new DefaultArtifactClient(),
    temporaryFolder: ci.temporaryFolder,
    deadlinesMs,
    ...(artifactRetentionDays === undefined ? {} : { retentionDays: artifactRetentionDays }),
  });
}
