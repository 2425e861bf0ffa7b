import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Data goes to memory where the host offers it, which is the largest gain in quiet there is. The
// index goes to a real disk, or its fsyncs would cost nothing and nobody would notice more of them.
const memory = '/dev/shm';

/** Two fresh folders of this process, { data, index, remove() }. */
export function makeFolders() {
  const data = makeFolder(isWritable(memory) ? memory : tmpdir());
  const index = makeFolder(tmpdir());
  return {
    data,
    index,
    remove() {
      for (const folder of [data, index]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Named after this process; what processes that were ended left behind is removed on the way. */
function makeFolder(parent) {
  for (const name of readdirSync(parent)) {
    const pid = /^sync-bench-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
  return mkdtempSync(join(parent, `sync-bench-${process.pid}-`));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
