import { readFileSync } from 'node:fs';
import type { Probe } from './host/probe-noise.ts';
import { loadSystemCalls, type SystemCalls } from './host/system-calls.ts';
import { probeNoise } from './host/probe-noise.ts';
import { chooseTier } from './portable/choose-tier.ts';
import { probePortable } from './portable/probe-portable.ts';
import { findStrace } from './observe/follow-trace.ts';
import { findPerf } from './sampling/perf.ts';
import { findInstaller, findValgrind } from './instructions/find-valgrind.ts';
import { type Isolation, isolationNeeds, isolationRemedy, worksHere } from './launch/isolation.ts';
import { findViews } from './launch/views.ts';
import { CallCounters } from './calls/call-counters.ts';
import { findCgroupMount } from './cgroup/cgroup.ts';
import { createRunCgroup, removeRunCgroup } from './cgroup/run-cgroup.ts';
import { NetworkCounters } from './cgroup/network-counters.ts';
import { WatchedProcess } from './proc/watched-process.ts';

/** Tries each mechanism on this host, for `perigee doctor`. Leaves nothing changed. */
export async function probeHost(): Promise<Probe[]> {
  if (chooseTier(process) === 'portable') return probePortable(process.platform);
  const calls = await loadSystemCalls();
  const koffi: Probe =
    calls === undefined
      ? {
          mechanism: 'koffi',
          works: false,
          detail: `not there, or not for ${process.platform} ${process.arch}`,
          gives: 'network bytes and packets, exact counts for daemons, context switches of tests',
          remedy: 'install it beside Perigee: npm install koffi',
        }
      : {
          mechanism: 'koffi',
          works: true,
          detail: 'loaded',
          gives: 'the system calls that Node lacks',
        };
  return [
    ...[koffi, probeStrace(), probeValgrind(), probePerf()],
    ...[...probeCgroup(calls), ...probeProc(calls), probeViews()],
    ...[...probeIsolation(), ...probeNoise()],
  ];
}

/** Strace shows which files a test reads, so that it can be left out. */
function probeStrace(): Probe {
  const path = findStrace();
  const gives = 'tests that a change does not touch are found, and need not be measured';
  if (path !== undefined) return { mechanism: 'strace', works: true, detail: path, gives };
  return {
    mechanism: 'strace',
    works: false,
    detail: 'not there, or not allowed to trace; with koffi, inotify stands in and sees less',
    gives,
    remedy: 'install it, e.g. apt-get install strace; start a container with --cap-add SYS_PTRACE',
  };
}

function probeValgrind(): Probe {
  const valgrind = findValgrind();
  const mechanism = 'valgrind';
  const gives = 'instructions of tests and spans, exactly, however busy the machine is';
  if (valgrind !== undefined) return { mechanism, works: true, detail: valgrind.tool, gives };
  const command = findInstaller();
  const remedy = `install it: ${command?.join(' ') ?? 'with the package manager of this machine'}`;
  return { mechanism, works: false, detail: 'not there', gives, remedy };
}

function probePerf(): Probe {
  const perf = findPerf();
  const gives = 'the functions that made a test slower, of programs in any language';
  if (perf !== undefined) return { mechanism: 'perf', works: true, detail: perf.event, gives };
  return {
    mechanism: 'perf',
    works: false,
    detail: 'not there, or not permitted; Node and Python are profiled all the same',
    gives,
    remedy:
      'install it, e.g. apt-get install linux-perf (Debian) or linux-tools-generic (Ubuntu); sysctl kernel.perf_event_paranoid=2 permits it',
  };
}

/** Isolation keeps the tests of a change from the checkout of the other side, and from other processes. */
function probeIsolation(): Probe[] {
  const user = probeNamespace(
    'user',
    'user namespace (--isolation strict)',
    'tests see neither the checkout of the other side nor other processes of this user; no sudo',
  );
  if (process.getuid?.() !== 0) return [user];
  const gives = 'tests do not see the checkout of the other side, which root can undo';
  return [probeNamespace('mounts', 'mount namespace', gives), user];
}

/** Views show each side in the place of the user's checkout. */
function probeViews(): Probe {
  const views = findViews();
  const works = views !== undefined && views.rights !== 'user';
  const mechanism = 'views';
  const gives =
    'setup and tests see their side at the path of your checkout, and write outside into layers of their own; without that, setup writes into your home and environments as ever';
  if (works) {
    const detail = views.rights === 'root' ? 'made as root' : 'made through sudo';
    return { mechanism, works, detail, gives };
  }
  const detail =
    views === undefined
      ? `needs ${isolationNeeds}`
      : 'only in a namespace of the user, where sudo does not work: Perigee uses it where a test would read other code, and for a suite with samePath';
  const remedy = 'run as root, or let sudo work without a password; a container needs SYS_ADMIN';
  return { mechanism, works, detail, gives, remedy };
}

function probeNamespace(isolation: Isolation, mechanism: string, gives: string): Probe {
  const works = worksHere(isolation);
  const detail = works ? 'made, with a folder hidden in it' : `needs ${isolationNeeds}`;
  return { mechanism, works, detail, gives, ...(works ? {} : { remedy: isolationRemedy }) };
}

const remedy =
  'run as root, or in a delegated scope: systemd-run --user --scope -p Delegate=yes perigee run';

/** The gain of a cgroup v2 of its own on this host. */
function probeCgroup(calls: SystemCalls | undefined): Probe[] {
  const gives = 'tier 1: CPU time of all processes, exact, short-lived children and daemons too';
  const mount = findCgroupMount();
  if (mount === undefined) {
    const detail = 'no cgroup v2 is mounted';
    const remedy = 'mount cgroup v2';
    return [{ mechanism: 'cgroup v2', works: false, detail, gives, remedy }, probeCalls(calls)];
  }
  const cgroup = createRunCgroup();
  if (cgroup === undefined) {
    const detail = `${mount} does not let this user make a cgroup and join it`;
    return [{ mechanism: 'cgroup v2', works: false, detail, gives, remedy }, probeCalls(calls)];
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
      probeCalls(calls, cgroup),
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

function probeCalls(calls: SystemCalls | undefined, cgroup?: string): Probe {
  const counters = CallCounters.attach(calls, cgroup, process.pid);
  const mechanism = 'sys_enter and sock_ops';
  const gives = 'tier 2: system calls by name, TCP connections, lost and reordered packets';
  if ('refusal' in counters) {
    const remedy = 'run as root, with koffi installed: sudo env "PATH=$PATH" perigee explain';
    const instead =
      findStrace() === undefined
        ? 'strace, which would count calls by name in its place, is not there or may not trace'
        : 'strace counts calls by name in its place';
    return { mechanism, works: false, detail: `${counters.refusal}; ${instead}`, gives, remedy };
  }
  counters.close();
  const detail = 'attached and taken back; only in executions that are not measured';
  return { mechanism, works: true, detail, gives };
}

/** The gain of /proc and the subreaper on this host. */
function probeProc(calls: SystemCalls | undefined): Probe[] {
  const subreaper = calls?.setSubreaper(true) ?? false;
  if (subreaper) calls?.setSubreaper(false);
  const own = WatchedProcess.open(process.pid);
  own?.refresh();
  const hasIo = own?.io !== undefined;
  own?.resetPeak();
  const before = own?.readStatus();
  // Refused, the peak would no longer be told from the present level.
  const resets = before !== undefined && own?.resetsPeak === true;
  own?.close();
  return [
    {
      mechanism: 'subreaper',
      works: subreaper,
      detail: subreaper ? 'set and set back' : 'prctl(2) cannot be called',
      gives: 'daemons of a test come to Perigee: they are counted in at tier 0, and ended',
      ...(subreaper ? {} : { remedy: 'install koffi: npm install koffi' }),
    },
    {
      mechanism: '/proc/PID/stat',
      works: own !== undefined,
      detail: own === undefined ? 'cannot be read' : 'read',
      gives: 'tier 0: CPU time in ticks of 10 ms, page faults',
      ...(own === undefined ? { remedy: 'run on Linux with /proc mounted' } : {}),
    },
    {
      mechanism: '/proc/PID/io',
      works: hasIo,
      detail: hasIo ? 'read' : 'refused or not built into this kernel',
      gives: 'disk bytes, read and write calls',
      ...(hasIo ? {} : { remedy: 'run the tests as the same user as Perigee' }),
    },
    {
      mechanism: '/proc/PID/clear_refs',
      works: resets,
      detail: resets ? 'the high-water mark was set back' : 'refused',
      gives: 'memory peaks between two samples',
    },
    probePressure(),
  ];
}

function probePressure(): Probe {
  let detail = 'not there';
  try {
    detail = readFileSync('/proc/pressure/cpu', 'utf8').split('\n')[0] ?? detail;
  } catch {
    // Not built into this kernel, or switched off.
  }
  const works = detail.startsWith('some');
  return {
    mechanism: 'pressure stall information',
    works,
    detail,
    gives: 'how much the host itself disturbed each repeat',
    ...(works ? {} : { remedy: 'start the kernel with psi=1' }),
  };
}
