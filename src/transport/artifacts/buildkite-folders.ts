import type { ArtifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type StoredArtifact } from './artifact-store.ts';
import type { StoredFile } from './buildkite-files.ts';
import { refuseUnexpectedName } from './read-zip.ts';

/** The files of each folder of each job: Buildkite stores single files, and an artifact of ours is a folder. */
export function groupFiles<F extends Pick<StoredFile, 'job' | 'folder'>>(
  files: readonly F[],
): Map<string, F[]> {
  return Map.groupBy(files, ({ folder, job }) => `${job}/${folder}`);
}

export function describeFolder(
  id: string,
  files: readonly (Pick<StoredFile, 'folder' | 'bytes'> & { isGone?: boolean })[],
): StoredArtifact {
  return {
    name: files[0]?.folder ?? '',
    id,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    ...(files.some(({ isGone }) => isGone) ? { isExpired: true } : {}),
  };
}

/** @throws ArtifactRefused */
export function refuseStrange(
  files: readonly Pick<StoredFile, 'name'>[],
  limits: ArtifactLimits,
): void {
  if (files.length > limits.maxFiles) {
    throw new ArtifactRefused('artifact-too-large', `it has ${files.length} files`);
  }
  for (const [index, { name }] of files.entries()) {
    refuseUnexpectedName(name);
    if (files.findIndex((file) => file.name === name) === index) continue;
    const message = `its file ${name} is there twice`;
    throw new ArtifactRefused('artifact-unexpected-content', message);
  }
}
