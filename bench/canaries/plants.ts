/** What changes the machine while one side is measured, on this machine for real. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

export interface Plant {
  name: string;
  /** While after is measured it is on, else off. */
  set(isOn: boolean): void;
  end(): void;
}

/** Processes of others that compute all the time, two for each CPU; stopped while it is off. */
export function loadCores(): Plant {
  const hogs: ChildProcess[] = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const signal = (name: NodeJS.Signals): void => {
    for (const hog of hogs) hog.kill(name);
  };
  signal('SIGSTOP');
  return {
    name: 'other processes load every core',
    set: (isOn) => signal(isOn ? 'SIGCONT' : 'SIGSTOP'),
    end: () => signal('SIGKILL'),
  };
}

/**
 * Half of what it had for this process and everything that it starts; undefined where that is not permitted.
 * @param cpus that it had
 */
export function limitCpu(cpus: number): Plant | undefined {
  const group = joinGroup('cpu');
  if (group === undefined) return undefined;
  const quota = Math.max(2000, Math.round(50_000 * cpus));
  return {
    name: 'a quota halves the CPU',
    set: (isOn) =>
      writeFileSync(join(group.folder, 'cpu.cfs_quota_us'), isOn ? String(quota) : '-1'),
    end: group.leave,
  };
}

/** Two megabytes a second for the disk that holds a folder; undefined where that is not permitted. */
export function throttleDisk(folder: string): Plant | undefined {
  const group = joinGroup('blkio');
  if (group === undefined) return undefined;
  const { dev } = statSync(folder);
  const device = `${(dev >> 8) & 0xfff}:${dev & 0xff}`;
  const file = join(group.folder, 'blkio.throttle.write_bps_device');
  return {
    name: 'a throttled disk',
    set: (isOn) => writeFileSync(file, `${device} ${isOn ? 2_000_000 : 0}`),
    end: group.leave,
  };
}

/** A cgroup of its own with one of the older controllers, as root has them. */
export function joinGroup(controller: string): { folder: string; leave: () => void } | undefined {
  const mount = `/sys/fs/cgroup/${controller}`;
  if (!existsSync(join(mount, 'cgroup.procs'))) return undefined;
  const folder = join(mount, `perigee-bench-${process.pid}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'cgroup.procs'), String(process.pid));
  } catch {
    return undefined;
  }
  const leave = (): void => {
    // What it started may still be ending.
    const members = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean);
    for (const pid of members) writeFileSync(join(mount, 'cgroup.procs'), pid);
    rmdirSync(folder);
  };
  return { folder, leave };
}
