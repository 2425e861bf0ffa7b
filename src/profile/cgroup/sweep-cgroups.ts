import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { killCgroup, listCgroupProcesses, removeCgroup, type CgroupPath } from './cgroup.ts';

const rounds = 100;
const pauseMs = 10;

/**
 * Names the cgroup of a run by its owner: the pid namespace, since one pid means different processes in
 * different containers, the pid, and a number.
 */
export function nameRunCgroup(run: number, pid = process.pid): string {
  return `${readNamespace()}-${pid}-${run}`;
}

/**
 * Ends and removes what runs left behind whose Perigee was killed: their tests would run on and disturb
 * this run. Only those of this pid namespace are known to be dead.
 * @param parent holds the cgroups of all runs; it may be missing
 */
export function sweepRunCgroups(parent: CgroupPath): void {
  for (const name of listNames(parent)) {
    const [namespace, pid] = name.split('-');
    if (!/^\d+-\d+-\d+$/.test(name) || namespace !== readNamespace()) continue;
    if (!isAlive(Number(pid))) sweep(join(parent, name));
  }
}

function sweep(run: CgroupPath): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let round = 0; round < rounds && !removeCgroup(run); round += 1) {
    endAll(run);
    Atomics.wait(pause, 0, 0, pauseMs);
  }
}

function endAll(run: CgroupPath): void {
  killCgroup(run);
  for (const pid of listCgroupProcesses(run)) {
    // 0 stands for a process that this namespace does not see; as a signal's target it is our own group.
    if (pid > 0) signalIfThere(pid);
  }
}

function signalIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The number in `pid:[4026531836]`; 0 where there is no /proc. */
function readNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}
