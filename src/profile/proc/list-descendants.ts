import { readdirSync, readFileSync } from 'node:fs';

/** The children of a process, whichever of its threads started them. Empty when it is gone. */
export function listChildren(pid: number): number[] {
  const children: number[] = [];
  for (const thread of listThreads(pid)) {
    try {
      const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1');
      for (const child of text.split(' ')) if (child !== '') children.push(Number(child));
    } catch {
      // The thread ended meanwhile; its children moved to another thread, which the next walk sees.
    }
  }
  return children;
}

export function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The processes whose environment holds the text. Reads one file for each process of the host. */
export function listMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isMarked(pid, mark));
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
  } catch {
    // It has ended, or belongs to another user.
    return false;
  }
}

/** The roots and all that descends from them, parents before their children. */
export function listDescendants(roots: Iterable<number>): number[] {
  const seen = new Set(roots);
  // A set yields what is added while it is walked.
  for (const pid of seen) for (const child of listChildren(pid)) seen.add(child);
  return [...seen];
}
