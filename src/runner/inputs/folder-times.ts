import { lstatSync } from 'node:fs';
import type { Manifest } from './manifest.ts';

/** When a name was last added to a folder or taken from it. */
export function readFolderTimes({ root, names }: Manifest): Map<string, bigint | undefined> {
  const times = new Map<string, bigint | undefined>();
  for (const path of names.keys()) {
    times.set(path, readTime(`${root}/${path}`));
  }
  return times;
}

function readTime(path: string): bigint | undefined {
  try {
    return lstatSync(path, { bigint: true }).ctimeNs;
  } catch {
    // It is gone, or something else stands in the way.
    return undefined;
  }
}
