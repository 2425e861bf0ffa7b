import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of its own, which can be filled to the last byte. */
export interface SmallDisk {
  folder: string;
  fill(): void;
  /** Takes out again what filled it. */
  free(): void;
  remove(): void;
}

/** Only root may, and not everywhere. */
export function canMountDisk(): boolean {
  const disk = mountSmallDisk(1);
  disk?.remove();
  return disk !== undefined;
}

/** @returns undefined where this process may not mount one */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-disk-'));
  const size = `size=${megabytes}m`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  if (status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'w');
      const block = Buffer.alloc(4_096, 1);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast),
    remove: () => {
      // Also where something still has a file of it open.
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
