import type { ArtifactStore } from '../../src/transport/artifacts/artifact-store.ts';
import { openGithubStore } from '../../src/transport/artifacts/github.ts';
import type { Job } from './open-job.ts';

const readDeadlineMs = 60_000;

/** The artifacts of this workflow run. The client is large and most of a job does without it. */
export async function openArtifacts({ ci, inputs }: Job): Promise<ArtifactStore> {
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const { artifactRetentionDays } = inputs;
  return openGithubStore({
    client: new DefaultArtifactClient(),
    temporaryFolder: ci.temporaryFolder,
    readDeadlineMs,
    ...(artifactRetentionDays === undefined ? {} : { retentionDays: artifactRetentionDays }),
  });
}
