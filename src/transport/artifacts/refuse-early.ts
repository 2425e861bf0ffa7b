import type { ArtifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type StoredArtifact } from './artifact-store.ts';

/**
 * What its store says of an artifact can be enough not to fetch it.
 * @throws ArtifactRefused
 */
export function refuseEarly({ bytes, isExpired }: StoredArtifact, limits: ArtifactLimits): void {
  if (isExpired === true) {
    const message = 'its content was kept for its time, and is gone';
    throw new ArtifactRefused('artifact-expired', message);
  }
  if (bytes <= limits.maxBytes) return;
  const message = `it has ${bytes} bytes; at most ${limits.maxBytes} are read`;
  throw new ArtifactRefused('artifact-too-large', message);
}
