import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A cgroup v2 directory, absolute. */
export type CgroupPath = string;

/** How many runs this process has begun: each has a name of its own. */
let runs = 0;

/** Where cgroup v2 is mounted; undefined where it is not. */
export function findCgroupMount(
  mountinfo = readFileSync('/proc/self/mountinfo', 'utf8'),
): CgroupPath | undefined {
  for (const line of mountinfo.split('\n')) {
    const [mount, type] = line.split(' - ');
    if (type?.startsWith('cgroup2 ')) return unescape(mount?.split(' ')[4]);
  }
  return undefined;
}

/** Octal escapes of mountinfo: \040 is a space. */
function unescape(path: string | undefined): string | undefined {
  return path?.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}

/**
 * Makes the cgroup that holds all executions of this process: under the root of the mount, or else under
 * the cgroup that this process was put into, where that was delegated to it.
 * @returns undefined when neither is allowed
 */
export function createRunCgroup(): CgroupPath | undefined {
  const mount = findCgroupMount();
  if (mount === undefined) return undefined;
  const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  runs += 1;
  for (const parent of new Set([mount, join(mount, own)])) {
    const path = join(parent, 'perigee', `${process.pid}-${runs}`);
    try {
      mkdirSync(path, { recursive: true });
      enableControllers(parent, dirname(path), path);
      if (canJoin(path)) return path;
      if (removeCgroup(path)) removeEmptyCgroup(dirname(path));
    } catch {
      // Not allowed here: try the next, then do without.
    }
  }
  return undefined;
}

/** Lets the children of each directory have memory and io accounting, where the host gives it. */
function enableControllers(...paths: CgroupPath[]): void {
  for (const path of paths) {
    for (const controller of ['memory', 'io']) {
      try {
        writeFileSync(join(path, 'cgroup.subtree_control'), `+${controller}`);
      } catch {
        // The controller is not there or is held by cgroup v1: its metrics come from /proc.
      }
    }
  }
}

/** Whether a process started here may enter: below a delegated cgroup only one that is inside already. */
function canJoin(run: CgroupPath): boolean {
  const path = createCgroup(run, 'probe');
  if (path === undefined) return false;
  const script = 'echo $$ > "$1/cgroup.procs"';
  const { status } = spawnSync('/bin/sh', ['-c', script, 'perigee', path], { stdio: 'ignore' });
  removeCgroup(path);
  return status === 0;
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
