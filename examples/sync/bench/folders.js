import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Data goes to memory where the host offers it, which is the largest gain in quiet there is. The
// index goes to a real disk, or its fsyncs would cost nothing and nobody would notice more of them.
const memory = '/dev/shm';

/** Two fresh folders of this worktree, { data, index, remove() }. */
export function makeFolders() {
  const data = makeFolder(isWritable(memory) ? memory : tmpdir(), 'data');
  const index = makeFolder(tmpdir(), 'index');
  return {
    data,
    index,
    remove() {
      for (const folder of [data, index]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Always of the same name, so that the next process removes what one left behind that was ended. To list the parent
 * for leftovers would make the test read what others have there, and Perigee would never leave it out.
 */
function makeFolder(parent, what) {
  const worktree = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16);
  const folder = join(parent, `sync-bench-${worktree}-${what}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
