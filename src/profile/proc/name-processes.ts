import { readFileSync } from 'node:fs';
import { parseKeyed } from '../../contract/proc-text.ts';
import { WatchedProcess } from './watched-process.ts';

/** What each process runs, by its pid; without tracers, which are there for others and may end after them. */
export function nameProcesses(pids: readonly number[]): Map<number, string> {
  const tracers = new Set(pids.map(readTracer));
  const names = new Map<number, string>();
  for (const pid of pids) {
    const isTracer = tracers.has(pid) || writesOurTrace(pid);
    const process = isTracer ? undefined : WatchedProcess.open(pid);
    if (process === undefined) continue;
    names.set(pid, process.program);
    process.close();
  }
  return names;
}

function readTracer(pid: number): number | undefined {
  try {
    return parseKeyed(readFileSync(`/proc/${pid}/status`, 'latin1')).get('TracerPid');
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** `followTrace` starts strace with a pipe in such a folder. */
function writesOurTrace(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/perigee-trace-');
  } catch {
    return false;
  }
}
