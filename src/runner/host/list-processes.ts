import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine at one moment, as /proc/PID/stat has it. */
export interface SeenProcess {
  pid: number;
  parent: number;
  /** At most 15 characters of the name of its program. */
  name: string;
  /** `T` where it is stopped. */
  state: string;
  /** Clock ticks from the start of the machine to its own: with the pid it names a process for ever. */
  started: string;
  /** Clock ticks of CPU time that it has used. */
  ticks: number;
}

/** @returns undefined where there is no such process, or no /proc */
export function readProcess(pid: number): SeenProcess | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
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
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The name stands in brackets and may hold anything, brackets too. */
function parseStat(text: string): SeenProcess | undefined {
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  const fields = text.slice(close + 2).split(' ');
  const [state = '', parent] = fields;
  const [user, system, started = ''] = [fields[11], fields[12], fields[19]];
  const pid = Number(text.slice(0, open));
  const ticks = Number(user) + Number(system);
  if (!Number.isInteger(pid) || !Number.isFinite(ticks)) return undefined;
  return { pid, parent: Number(parent), name: text.slice(open + 1, close), state, started, ticks };
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
