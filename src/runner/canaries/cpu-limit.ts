import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';

const mounts = '/sys/fs/cgroup';

/**
 * How long one second of CPU time takes at least, in nanoseconds, with all CPUs that this process may use at once:
 * 1e9 / CPUs, or more where a cgroup has a quota. A limit that changes shows before it is reached.
 * @param read the text of a file; undefined when it cannot be read
 */
export function readCpuLimit(read: (path: string) => string | undefined = readText): number {
  let least = Math.max(1, cpus().length);
  for (const [, controllers = '', path = '/'] of (read('/proc/self/cgroup') ?? '').matchAll(
    /^\d+:([^:\n]*):(.*)$/gm,
  )) {
    const isOld = controllers.split(',').includes('cpu');
    if (!isOld && controllers !== '') continue;
    for (let at = path; ; at = dirname(at)) {
      const folder = join(mounts, controllers, at);
      const quota = isOld ? readOld(folder, read) : readUnified(folder, read);
      if (quota !== undefined && quota > 0) least = Math.min(least, quota);
      if (at === '/' || at === '.') break;
    }
  }
  return 1e9 / least;
}

type Read = (path: string) => string | undefined;

/** "50000 100000" or "max 100000". */
function readUnified(folder: string, read: Read): number | undefined {
  const [quota, period] = (read(join(folder, 'cpu.max')) ?? '').split(' ').map(Number);
  return toCpus(quota, period);
}

function readOld(folder: string, read: Read): number | undefined {
  const quota = Number(read(join(folder, 'cpu.cfs_quota_us')) ?? 'none');
  return toCpus(quota, Number(read(join(folder, 'cpu.cfs_period_us')) ?? 'none'));
}

function toCpus(quota = NaN, period = NaN): number | undefined {
  return quota > 0 && period > 0 ? quota / period : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1').trim();
  } catch {
    return undefined;
  }
}
