import { readdirSync, readFileSync } from 'node:fs';

/** A process and all that descends from it now, whatever groups and sessions they made of their own. */
export function listTree(pid: number): number[] {
  const seen = new Set([pid]);
  // A set yields what is added while it is walked.
  for (const each of seen) for (const child of listChildren(each)) seen.add(child);
  return [...seen];
}

/** @param pids negative for a process group; those that are gone already are passed over */
export function signalAll(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone already.
    }
  }
}

/** Whichever of its threads started them. Empty when it is gone, and where there is no /proc. */
function listChildren(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')
        .split(' ')
        .filter((child) => child !== '')
        .map(Number),
    );
  } catch {
    return [];
  }
}
