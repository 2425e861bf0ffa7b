import { readFileSync } from 'node:fs';
import { RunningProcesses } from '../src/profile/portable/running-processes.ts';

/** Whether a process is there that has not ended. `ps` tells, and on Linux /proc. */
export function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return new RunningProcesses().has(pid);
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
