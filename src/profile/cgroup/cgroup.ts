import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A cgroup v2 directory, absolute. */
export type CgroupPath = string;

/** The mount point of cgroup v2; undefined if it is not mounted. */
export function findCgroupMount(
  mountinfo = readFileSync('/proc/self/mountinfo', 'utf8'),
): CgroupPath | undefined {
  for (const line of mountinfo.split('\n')) {
    const [mount, type] = line.split(' - ');
    if (type?.startsWith('cgroup2 ')) return unescape(mount?.split(' ')[4]);
  }
  return undefined;
}

/** The cgroup of a process, below the mount; undefined without cgroup v2. */
export function findCgroupOf(pid: number | 'self'): string | undefined {
  return /^0::(.*)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.[1];
}

/** Octal escapes of mountinfo: \040 is a space. */
function unescape(path: string | undefined): string | undefined {
  return path?.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

/** @returns undefined when the directory cannot be made */
export function createCgroup(run: CgroupPath, name: string): CgroupPath | undefined {
  const path = join(run, name);
  try {
    mkdirSync(path);
    return path;
  } catch {
    return undefined;
  }
}

/** The processes in it and below it. */
export function listCgroupProcesses(path: CgroupPath): number[] {
  try {
    const own = readFileSync(join(path, 'cgroup.procs'), 'latin1').split('\n');
    const below = listChildCgroups(path).flatMap(listCgroupProcesses);
    return [...own.filter((pid) => pid !== '').map(Number), ...below];
  } catch {
    return [];
  }
}

function listChildCgroups(path: CgroupPath): CgroupPath[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(path, entry.name));
}

/** Ends everything in it at once. */
export function killCgroup(path: CgroupPath): void {
  try {
    writeFileSync(join(path, 'cgroup.kill'), '1');
  } catch {
    // Before Linux 5.14: the caller ends the processes one by one.
  }
}

/** Removes an empty cgroup with all below it. @returns whether it is gone */
export function removeCgroup(path: CgroupPath): boolean {
  try {
    for (const child of listChildCgroups(path)) removeCgroup(child);
  } catch {
    // Gone meanwhile, which the next step finds out.
  }
  return removeEmptyCgroup(path);
}

/** The same, but leaves it when it holds processes or other cgroups. */
export function removeEmptyCgroup(path: CgroupPath): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Removes a cgroup whose processes have just ended: the kernel may still hold it for a moment. */
export async function removeCgroupSoon(cgroup: CgroupPath): Promise<void> {
  for (let round = 0; round < 100 && !removeCgroup(cgroup); round += 1) await sleep(5);
}
