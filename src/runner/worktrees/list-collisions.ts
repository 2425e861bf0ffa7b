import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

/** The paths that differ by case alone, or by how letters are composed, and are one file in the checkout. */
export async function listCollisions(
  directory: string,
  paths: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const alike = Map.groupBy(paths, (path) => path.normalize('NFC').toLowerCase());
  for (const own of alike.values()) {
    if (own.length < 2) continue;
    const files = await Promise.all(
      own.map((path) => lstat(join(directory, path)).catch(() => undefined)),
    );
    const places = new Set(files.map((file, i) => (file ? `${file.dev} ${file.ino}` : own[i])));
    if (places.size < own.length) found.push(...own);
  }
  return found;
}
