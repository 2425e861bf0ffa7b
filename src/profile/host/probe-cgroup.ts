import { findCgroupMount } from '../cgroup/cgroup.ts';
import { createRunCgroup, removeRunCgroup } from '../cgroup/run-cgroup.ts';
import { NetworkCounters } from '../cgroup/network-counters.ts';
import type { Probe } from './probe.ts';
import type { SystemCalls } from './system-calls.ts';

const remedy =
  'run as root, or in a delegated scope: systemd-run --user --scope -p Delegate=yes perigee run';

/** What a cgroup v2 of its own gives on this host. */
export function probeCgroup(calls: SystemCalls | undefined): Probe[] {
  const gives = 'tier 1: CPU time of all processes, exact, short-lived children and daemons too';
  const mount = findCgroupMount();
  if (mount === undefined) {
    const detail = 'no cgroup v2 is mounted';
    return [{ mechanism: 'cgroup v2', works: false, detail, gives, remedy: 'mount cgroup v2' }];
  }
  const cgroup = createRunCgroup();
  if (cgroup === undefined) {
    const detail = `${mount} does not let this user make a cgroup and join it`;
    return [{ mechanism: 'cgroup v2', works: false, detail, gives, remedy }];
  }
  try {
    return [
      {
        mechanism: 'cgroup v2',
        works: true,
        detail: `made and joined below ${mount}`,
        gives,
      },
      probeNetwork(calls, cgroup),
    ];
  } finally {
    removeRunCgroup(cgroup);
  }
}

function probeNetwork(calls: SystemCalls | undefined, cgroup: string): Probe {
  const counters = calls === undefined ? undefined : NetworkCounters.attach(calls, [cgroup]);
  const works = counters?.read() !== undefined;
  counters?.close();
  return {
    mechanism: 'cgroup_skb',
    works,
    detail: works ? 'two programs attached and read' : 'bpf(2) refused the programs',
    gives: 'network bytes and packets, sent and received',
    ...(works ? {} : { remedy: 'run as root on Linux 5.7 or newer, with koffi installed' }),
  };
}
