import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { artifactFiles } from './artifact-files.ts';
import type { ArtifactLimits } from './artifact-limits.ts';

/** In the folder of a run that observed what its tests read. */
export const observationFile = 'observation.json';

/**
 * Copies a run's observation into its artifact.
 * @returns whether there is one that a reader would take; without it every test is measured
 */
export async function packObservation(
  runFolder: string,
  into: string,
  limits: Pick<ArtifactLimits, 'maxObservationBytes' | 'maxObservationTextBytes'>,
): Promise<boolean> {
  const file = join(runFolder, observationFile);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.size > limits.maxObservationTextBytes) return false;
  const packed = await promisify(gzip)(await readFile(file));
  if (packed.length > limits.maxObservationBytes) return false;
  await writeFile(join(into, artifactFiles.observation), packed);
  return true;
}
