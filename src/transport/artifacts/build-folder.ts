import { createHash } from 'node:crypto';
import { join } from 'node:path';

const longestPart = 80;

/**
 * Where a directory store keeps the artifacts of one build: `<root>/<repository>/<run>`. Whatever the
 * names hold, it is a folder two levels below the root, and no two builds share one.
 */
export function buildFolder(
  root: string,
  { repository, runId }: { repository: string; runId: string },
): string {
  return join(root, namePart(repository), namePart(runId));
}

/** A name that had to be changed carries a digest: `a/b` and `a-b` must not become one. */
function namePart(text: string): string {
  const safe = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, longestPart);
  if (safe === text && !/^\.*$/.test(safe)) return safe;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 10);
  return `${safe.replace(/^\.+/, '')}-${digest}`;
}
