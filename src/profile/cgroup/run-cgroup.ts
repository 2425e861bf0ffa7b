import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createCgroup,
  findCgroupMount,
  findCgroupOf,
  removeCgroup,
  removeEmptyCgroup,
  type CgroupPath,
} from './cgroup.ts';
import { nameRunCgroup, sweepRunCgroups } from './sweep-cgroups.ts';

/** How many runs this process has begun: each has a name of its own. */
let runs = 0;

/**
 * Makes the cgroup that holds all executions of this process: under the root of the mount, or else under
 * the cgroup that this process was put into, where that was delegated to it. What killed runs left there
 * is removed. No controller is enabled, for nothing here needs one and the host stays as it is.
 * @returns undefined when neither is allowed
 */
export function createRunCgroup(): CgroupPath | undefined {
  const mount = findCgroupMount();
  if (mount === undefined) return undefined;
  const own = findCgroupOf('self') ?? '/';
  runs += 1;
  for (const parent of new Set([mount, join(mount, own)])) {
    const path = join(parent, 'perigee', nameRunCgroup(runs));
    try {
      sweepRunCgroups(dirname(path));
      mkdirSync(path, { recursive: true });
      if (canJoin(path)) return path;
      removeRunCgroup(path);
    } catch {
      // Not allowed here: try the next, then do without.
    }
  }
  return undefined;
}

/** The directory above it goes with the last run that uses it. */
export function removeRunCgroup(path: CgroupPath): void {
  if (removeCgroup(path)) removeEmptyCgroup(dirname(path));
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
