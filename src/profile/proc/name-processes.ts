import { readFileSync } from 'node:fs';
import { parseKeyed } from '../../contract/proc-text.ts';
import { WatchedProcess } from './watched-process.ts';

/** What each process runs, by its pid; without the tracer of another one, which is only there for that. */
export function nameProcesses(pids: readonly number[]): Map<number, string> {
  const tracers = new Set(pids.map(readTracer));
  const names = new Map<number, string>();
  for (const pid of pids) {
    const process = tracers.has(pid) ? undefined : WatchedProcess.open(pid);
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
