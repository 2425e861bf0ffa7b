import { createHash } from 'node:crypto';
import type { BuildKey } from '../contract/documents.ts';

const nanosecondsPerMillisecond = 1_000_000;

/**
 * The time of a build in nanoseconds since 1970, as text, since it has more digits than a number. Two builds
 * that began in the same millisecond are distinguished by their names, and always in the same way.
 */
export function timeOfBuild(build: BuildKey & { atMs: number }): string {
  const name = JSON.stringify([build.repository, build.suite, build.runId]);
  const digest = createHash('sha256').update(name).digest().readUInt32BE(0);
  const nanoseconds = String(digest % nanosecondsPerMillisecond).padStart(6, '0');
  return `${build.atMs}${nanoseconds}`;
}
