import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Data goes to memory where the host offers it, which is the largest gain in quiet there is. The
// index goes to a real disk, or its fsyncs would cost nothing and nobody would notice more of them.
const memory = '/dev/shm';

/** Two fresh folders of this process, { data, index, remove() }. */
export function makeFolders() {
  const data = mkdtempSync(join(isWritable(memory) ? memory : tmpdir(), 'sync-data-'));
  const index = mkdtempSync(join(tmpdir(), 'sync-index-'));
  return {
    data,
    index,
    remove() {
      for (const folder of [data, index]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
