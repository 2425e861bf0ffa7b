import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../contract/documents.ts';
import type { ServiceUnderTest } from '../contract/execution.ts';
import { findCgroupMount, listCgroupProcesses, type CgroupPath } from './cgroup/cgroup.ts';
import { CpuStat, type CpuTimes } from './cgroup/cpu-stat.ts';
import { ProcessSet, type ProcessTotals } from './proc/process-set.ts';

/** The counters of one service under test, which was started before the suite. */
export interface ServiceCounters {
  /** Set if it was named by its cgroup. */
  cgroup?: CgroupPath;
  /** The CPU time is absent when the cgroup has gone meanwhile. */
  read(): { totals: ProcessTotals; cpu: CpuTimes | undefined };
  /** Its processes, as the last reading found them. */
  set: ProcessSet;
  close(): void;
}

/**
 * @param launcher the process that the test descends from
 * @returns the counters, or the problem that the service is not there or holds the test itself
 */
export function openService(
  service: ServiceUnderTest,
  launcher: number,
): ServiceCounters | Problem {
  const opened = 'pid' in service ? openTree(service.pid, service.name) : openCgroup(service);
  if ('message' in opened) return opened;
  opened.read();
  if (!opened.set.list().some(({ pid }) => pid === launcher)) return opened;
  opened.close();
  return {
    code: 'service-holds-test',
    message: `the service "${service.name}" is not counted in: the tests belong to it and would count twice; name the pid or cgroup of the service alone`,
  };
}

function openTree(pid: number, name: string): ServiceCounters | Problem {
  const set = new ProcessSet();
  set.add(pid);
  if (!set.has(pid)) return missing(name, `there is no process ${pid}`);
  return {
    read() {
      const totals = set.read();
      return { totals, cpu: cpuOf(totals) };
    },
    set,
    close: () => set.close(),
  };
}

function openCgroup(service: { name: string; cgroup: string }): ServiceCounters | Problem {
  const mount = findCgroupMount();
  if (mount === undefined) return missing(service.name, 'this host has no cgroup v2');
  const isBelow = (path: string) => `${path}/`.startsWith(`${mount}/`);
  const cgroup = join(isBelow(service.cgroup) ? '' : mount, service.cgroup);
  if (!isBelow(cgroup) || !existsSync(join(cgroup, 'cgroup.procs'))) {
    return missing(service.name, `there is no cgroup ${cgroup}`);
  }
  const list = () => listCgroupProcesses(cgroup);
  const set = new ProcessSet({ listMembers: list });
  const times = new CpuStat(cgroup);
  return {
    cgroup,
    read() {
      const totals = set.read();
      return { totals, cpu: times.read() };
    },
    set,
    close() {
      set.close();
      times.close();
    },
  };
}

export function cpuOf({ userNs, systemNs }: ProcessTotals): CpuTimes {
  return { totalNs: userNs + systemNs, userNs, systemNs };
}

function missing(name: string, why: string): Problem {
  return {
    code: 'service-missing',
    message: `the service "${name}" is not counted in: ${why}; start it before the suite and name its pid or cgroup`,
  };
}
