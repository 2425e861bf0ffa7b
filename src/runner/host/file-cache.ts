import { spawnSync } from 'node:child_process';
import { createReadStream, writeFileSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** More does not fit into the memory of most machines. */
const mostFiles = 100_000;

/** Makes the kernel's cache hold the files of a checkout, or none at all. */
export async function prepareFileCache(
  state: 'warm' | 'cold' | undefined,
  checkout: string,
): Promise<void> {
  if (state === 'warm') await readFiles(checkout);
  if (state !== 'cold') return;
  // Only what is on the disk can be dropped.
  spawnSync('sync');
  writeFileSync('/proc/sys/vm/drop_caches', '3');
}

async function readFiles(folder: string): Promise<void> {
  let read = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    // A file that is gone again, or may not be read, is not what a test waits for.
    await pipeline(createReadStream(join(entry.parentPath, entry.name)), nowhere).catch(() => {});
    read += 1;
    if (read === mostFiles) return;
  }
}
