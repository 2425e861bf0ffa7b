import { statfsSync } from 'node:fs';
import { attempt } from '../../contract/attempt.ts';

const TMPFS_MAGIC = 0x0102_1994;
const RAMFS_MAGIC = 0x8584_58f6;

export function isInMemory(path: string): boolean {
  return attempt(() => {
    const { type } = statfsSync(path);
    return type === TMPFS_MAGIC || type === RAMFS_MAGIC;
  }, false);
}

/** Whether neither the directory of a test nor its temporary one lies in memory. */
export function isOnDisk(
  directory: string,
  environment: Readonly<Record<string, string>>,
): boolean {
  return !isInMemory(directory) && !isInMemory(environment['TMPDIR'] ?? '/tmp');
}
