import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { attempt } from '../../contract/attempt.ts';

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

const looksAgain = 50;
const pause = new Int32Array(new SharedArrayBuffer(4));
/** Processes that had no environment for so long that they have none. */
const without = new Set<number>();

/**
 * The processes whose environment holds the text. Reads one file for each process of the host, and waits up to 50 ms
 * for one that begins another program at that moment: it has no environment then.
 */
export function listMarked(mark: string): number[] {
  let pids = readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
  const marked: number[] = [];
  for (let look = 0; look <= looksAgain && pids.length > 0; look += 1) {
    if (look > 0) Atomics.wait(pause, 0, 0, 1);
    pids = pids.filter((pid) => {
      const environment = readEnvironment(pid);
      if (environment.includes(mark)) marked.push(pid);
      if (environment !== '') without.delete(pid);
      return environment === '' && !without.has(pid) && hasProgram(pid);
    });
  }
  for (const pid of pids) without.add(pid);
  return marked;
}

/** Empty where it has ended, or belongs to another user, too. */
function readEnvironment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

/** Not a part of the kernel, nor what has ended, nor of another user. */
function hasProgram(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) !== '';
  } catch {
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

/** How long each thread of a process has run, and R where one is about to. */
export function readActivity(pid: string): string {
  const threads = listThreads(Number(pid)).map((thread) => {
    const read = (name: string): string =>
      attempt(() => readFileSync(`/proc/${pid}/task/${thread}/${name}`, 'latin1'), '');
    const stat = read('stat');
    const state = stat.charAt(stat.lastIndexOf(')') + 2);
    return `${read('schedstat').split(' ', 1)[0]}${/[SZ]/.test(state) ? '' : 'R'}`;
  });
  return threads.join();
}
