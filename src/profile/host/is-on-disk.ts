import { statfsSync } from 'node:fs';

const TMPFS_MAGIC = 0x0102_1994;
const RAMFS_MAGIC = 0x8584_58f6;

export function isInMemory(path: string): boolean {
  try {
    const { type } = statfsSync(path);
    return type === TMPFS_MAGIC || type === RAMFS_MAGIC;
  } catch {
    return false;
  }
}

/** Whether neither the directory of a test nor its temporary one lies in memory. */
export function isOnDisk(
  directory: string,
  environment: Readonly<Record<string, string>>,
): boolean {
  return !isInMemory(directory) && !isInMemory(environment['TMPDIR'] ?? '/tmp');
}
