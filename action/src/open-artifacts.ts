import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ArtifactStore } from '../../src/transport/artifacts/artifact-store.ts';
import { openDirectoryStore } from '../../src/transport/artifacts/directory.ts';
import { openGithubStore } from '../../src/transport/artifacts/github.ts';
import type { Job } from './open-job.ts';

const readDeadlineMs = 60_000;

/**
 * The artifacts of this workflow run, or those in the folder that the workflow names. The client is large
 * and most of a job does without it.
 */
export async function openArtifacts({ ci, inputs }: Job): Promise<ArtifactStore> {
  const { artifactRetentionDays, artifactsFolder } = inputs;
  if (artifactsFolder !== undefined) {
    const folder = resolve(ci.workspace, artifactsFolder);
    await mkdir(folder, { recursive: true });
    return openDirectoryStore(folder);
  }
  const { DefaultArtifactClient } = await import('@actions/artifact');
  return openGithubStore({
    client: new DefaultArtifactClient(),
    temporaryFolder: ci.temporaryFolder,
    readDeadlineMs,
    ...(artifactRetentionDays === undefined ? {} : { retentionDays: artifactRetentionDays }),
  });
}
