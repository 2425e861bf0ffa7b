import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '../../contract/attempt.ts';
import { parseStat, type ProcessStat } from '../../contract/proc-text.ts';

/** A process of this machine at one moment. */
export interface SeenProcess extends Pick<ProcessStat, 'parent' | 'name' | 'state'> {
  pid: number;
  /** Clock ticks from the start of the machine to its own: with the pid it names a process for ever. */
  started: string;
}

/** @returns undefined where there is no such process, or no /proc */
export function readProcess(pid: number): SeenProcess | undefined {
  return attempt(() => {
    const stat = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    if (stat === undefined) return undefined;
    const { name, parent, startTicks, state } = stat;
    return { pid, parent, name, state, started: String(startTicks) };
  });
}

/** Without the threads of the kernel. */
export function listProcesses(): SeenProcess[] {
  const names = readNames('/proc').filter((name) => /^\d+$/.test(name));
  return names.flatMap((name) => {
    const seen = readProcess(Number(name));
    return seen === undefined || seen.pid === kernel || seen.parent === kernel ? [] : [seen];
  });
}

/** kthreadd, the parent of every thread of the kernel. */
const kernel = 2;

function readNames(folder: string): string[] {
  return attempt(() => readdirSync(folder), []);
}

/** A process, its parent, and so on up to the first. */
export function listAncestors(pid: number): Set<number> {
  const found = new Set<number>();
  for (let at = readProcess(pid); at !== undefined && !found.has(at.pid);) {
    found.add(at.pid);
    at = readProcess(at.parent);
  }
  return found;
}
