import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../contract/documents.ts';
import type { ServiceUnderTest } from '../contract/execution.ts';
import { findCgroupMount, listCgroupProcesses, type CgroupPath } from './cgroup/cgroup.ts';
import { CpuStat, type CpuTimes } from './cgroup/cpu-stat.ts';
import { ProcessSet, type ProcessTotals } from './proc/process-set.ts';
import type { WatchedProcess } from './proc/watched-process.ts';

/** The counters of one service under test, which was started before the suite. */
export interface ServiceCounters {
  /** Where it was named by its cgroup. */
  cgroup?: CgroupPath;
  read(): { totals: ProcessTotals; cpu: CpuTimes };
  list(): WatchedProcess[];
  close(): void;
}

/** @returns the counters, or the problem that the service is not there */
export function openService(service: ServiceUnderTest): ServiceCounters | Problem {
  return 'pid' in service ? openTree(service.pid, service.name) : openCgroup(service);
}

function openTree(pid: number, name: string): ServiceCounters | Problem {
  const set = new ProcessSet(() => []);
  set.add(pid);
  if (!set.has(pid)) return missing(name, `there is no process ${pid}`);
  return {
    read() {
      const totals = set.read();
      return { totals, cpu: cpuOf(totals) };
    },
    list: () => set.list(),
    close: () => set.close(),
  };
}

function openCgroup(service: { name: string; cgroup: string }): ServiceCounters | Problem {
  const mount = findCgroupMount();
  if (mount === undefined) return missing(service.name, 'this host has no cgroup v2');
  const inMount = service.cgroup === mount || service.cgroup.startsWith(`${mount}/`);
  const cgroup = inMount ? service.cgroup : join(mount, service.cgroup);
  if (statSync(cgroup, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return missing(service.name, `there is no cgroup ${cgroup}`);
  }
  const list = () => listCgroupProcesses(cgroup);
  const set = new ProcessSet(() => [], list);
  const times = new CpuStat(cgroup);
  return {
    cgroup,
    read() {
      const totals = set.read();
      return { totals, cpu: times.read() ?? cpuOf(totals) };
    },
    list: () => set.list(),
    close() {
      set.close();
      times.close();
    },
  };
}

function cpuOf({ userNs, systemNs }: ProcessTotals): CpuTimes {
  return { totalNs: userNs + systemNs, userNs, systemNs };
}

function missing(name: string, why: string): Problem {
  return {
    code: 'service-missing',
    message: `the service "${name}" is not counted in: ${why}; start it before the suite and name its pid or cgroup`,
  };
}
