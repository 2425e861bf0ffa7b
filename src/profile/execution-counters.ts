import type { Problem, ProgramUse } from '../contract/documents.ts';
import type { ServiceUnderTest } from '../contract/execution.ts';
import { testStopped } from '../contract/gaps.ts';
import { listCgroupProcesses, type CgroupPath } from './cgroup/cgroup.ts';
import { CpuStat, type CpuTimes } from './cgroup/cpu-stat.ts';
import type { Counters } from './counters.ts';
import { NetworkCounters } from './cgroup/network-counters.ts';
import type { ResourceUsage, SystemCalls } from './host/system-calls.ts';
import { LostCounters } from './lost-counters.ts';
import { MemoryPeak } from './memory-peak.ts';
import { AdoptedOrphans } from './proc/adopted-orphans.ts';
import { listDescendants, listMarked } from './proc/list-descendants.ts';
import { ProcessSet, type ProcessTotals } from './proc/process-set.ts';
import type { WatchedProcess } from './proc/watched-process.ts';
import type { Readings } from './lost-counters.ts';
import { cpuOf, openService, type ServiceCounters } from './service-counters.ts';
import { ThreadSwitches } from './thread-switches.ts';

const mostPrograms = 20;

export interface CountersRequest {
  /** The process that the test descends from. */
  launcher: number;
  /** The cgroup of this execution; without it, the counters are those of tier 0. */
  cgroup: CgroupPath | undefined;
  calls: SystemCalls | undefined;
  services: readonly ServiceUnderTest[];
  /** In the environment of every process of the test. */
  mark: string;
  /** Whether the test writes to a disk; on tmpfs block bytes are always zero, so they are left out. */
  onDisk: boolean;
}

/** All counters of one execution: the test's process tree and the services under test. */
export class ExecutionCounters implements Counters {
  readonly problems: Problem[] = [];
  readonly memory: MemoryPeak;
  readonly switches: ThreadSwitches;
  readonly #request: CountersRequest;
  readonly #set: ProcessSet;
  readonly #orphans: AdoptedOrphans | undefined;
  readonly #cpu: CpuStat | undefined;
  readonly #network: NetworkCounters | undefined;
  readonly #services: ServiceCounters[] = [];
  readonly #lost: LostCounters;

  constructor(request: CountersRequest) {
    const { launcher, cgroup, calls, mark } = request;
    this.#request = request;
    for (const service of request.services) {
      const opened = openService(service, launcher);
      if ('message' in opened) this.problems.push(opened);
      else this.#services.push(opened);
    }
    if (calls !== undefined) {
      const marks = cgroup === undefined ? [mark] : [mark, cgroup.split('/').slice(-3).join('/')];
      this.#orphans = new AdoptedOrphans(calls, launcher, marks);
    }
    this.#set = new ProcessSet({
      findMore: () => this.#orphans?.find((pid) => this.#set.has(pid)) ?? [],
      ...(cgroup === undefined ? {} : { listMembers: () => listCgroupProcesses(cgroup) }),
      waiter: launcher,
    });
    this.#lost = new LostCounters(this.problems, cgroup !== undefined);
    this.#set.add(launcher);
    if (cgroup !== undefined) {
      this.#cpu = new CpuStat(cgroup);
      const cgroups = this.#services.flatMap((service) => service.cgroup ?? []);
      if (calls !== undefined) this.#network = NetworkCounters.attach(calls, [cgroup, ...cgroups]);
    }
    const list = () => this.#listCounted();
    this.memory = new MemoryPeak(list);
    this.switches = new ThreadSwitches(list);
  }

  /** All counters now, by metric. */
  read(): Readings {
    const own = this.#set.read();
    const sum = { ...own };
    // A cgroup that cannot be read leaves no CPU time: that of /proc counts from another beginning.
    let cpu = this.#cpu === undefined ? cpuOf(own) : this.#cpu.read();
    if (this.#cpu !== undefined) this.#lost.noteCpu(own, cpu);
    for (const service of this.#services) {
      const read = service.read();
      cpu = addTimes(cpu, read.cpu);
      addTotals(sum, read.totals);
    }
    const network = this.#network?.read();
    const { onDisk } = this.#request;
    return {
      'cpu.total': cpu?.totalNs,
      'cpu.user': cpu?.userNs,
      'cpu.system': cpu?.systemNs,
      'disk.read_bytes': onDisk ? sum.readBytes : undefined,
      'disk.write_bytes': onDisk ? sum.writeBytes : undefined,
      'disk.reads': sum.readCalls,
      'disk.writes': sum.writeCalls,
      'network.sent_bytes': network?.sentBytes,
      'network.received_bytes': network?.receivedBytes,
      'network.sent_packets': network?.sentPackets,
      'network.received_packets': network?.receivedPackets,
      'page_faults.minor': sum.minorFaults,
      'page_faults.major': sum.majorFaults,
    };
  }

  /** Metrics of which a part is missing from now on. Call `memory.sample` before it. */
  get lost(): ReadonlySet<string> {
    const sets = [this.#set, ...this.#services.map(({ set }) => set)];
    this.#lost.noteChildren(this.#set.list(), sets);
    return this.#lost.metrics;
  }

  /** To be called some twenty times a second, and last when the tree has ended. */
  sample(): void {
    this.#set.search();
    this.#set.read();
    this.memory.sample();
    // One that has left the cgroup is listed nowhere else.
    const { cgroup, launcher } = this.#request;
    if (cgroup !== undefined) for (const pid of listDescendants([launcher])) this.#set.add(pid);
    this.#orphans?.reap(this.#set);
    this.#noteStopped();
  }

  /** SIGSTOP leaves no other trace than a test that takes longer. */
  #noteStopped(): void {
    if (this.problems.some(({ code }) => code === testStopped)) return;
    const stopped = this.#listCounted().find(({ stat }) => stat.state === 'T');
    if (stopped === undefined) return;
    const message = `a signal stopped its process ${stopped.program}, and its latency holds the pause`;
    this.problems.push({ code: testStopped, message });
  }

  /** The programs of the test that used most CPU time. */
  listPrograms(): ProgramUse[] {
    return [...this.#set.listPrograms()]
      .map(([name, cpuNs]) => ({ name, cpuNs }))
      .sort((a, b) => b.cpuNs - a.cpuNs)
      .slice(0, mostPrograms);
  }

  /** Orphans were waited for by this process; where that is impossible, their switches are not known. */
  readWhole(usage: ResourceUsage | undefined): Readings {
    const orphans = this.#orphans?.usage;
    if (usage === undefined || orphans === undefined) return {};
    return {
      'context_switches.voluntary': usage.voluntarySwitches + orphans.voluntarySwitches,
      'context_switches.involuntary': usage.involuntarySwitches + orphans.involuntarySwitches,
    };
  }

  /** The processes of the test that are still there, without the launcher. */
  listLeft(): number[] {
    const { calls, cgroup, mark } = this.#request;
    // Neither subreaper nor cgroup: a daemon that was never seen is known by its environment only.
    if (calls === undefined && cgroup === undefined)
      listMarked(mark).forEach((pid) => this.#set.add(pid));
    this.#set.search();
    this.#set.read();
    return this.#set
      .list()
      .filter(({ pid, stat }) => pid !== this.#request.launcher && stat.state !== 'Z')
      .map(({ pid }) => pid);
  }

  close(): void {
    this.#set.close();
    this.#orphans?.close();
    this.#cpu?.close();
    this.#network?.close();
    for (const service of this.#services) service.close();
  }

  /** As found by the last reading, which comes before every use of it. */
  #listCounted(): WatchedProcess[] {
    const own = this.#set.list().filter(({ pid }) => pid !== this.#request.launcher);
    return [...own, ...this.#services.flatMap((service) => service.set.list())];
  }
}

function addTimes(sum: CpuTimes | undefined, more: CpuTimes | undefined): CpuTimes | undefined {
  if (sum === undefined || more === undefined) return undefined;
  return {
    totalNs: sum.totalNs + more.totalNs,
    userNs: sum.userNs + more.userNs,
    systemNs: sum.systemNs + more.systemNs,
  };
}

function addTotals(sum: ProcessTotals, more: ProcessTotals): void {
  for (const key of Object.keys(sum) as (keyof ProcessTotals)[]) {
    const [value, added] = [sum[key], more[key]];
    if (value === undefined) continue;
    if (added !== undefined) sum[key] = value + added;
    else if (
      key !== 'userNs' &&
      key !== 'systemNs' &&
      key !== 'minorFaults' &&
      key !== 'majorFaults'
    ) {
      delete sum[key];
    }
  }
}
