import type { Problem } from '../contract/documents.ts';
import type { CpuTimes } from './cgroup/cpu-stat.ts';
import type { ProcessSet, ProcessTotals } from './proc/process-set.ts';
import type { WatchedProcess } from './proc/watched-process.ts';

const ofCpu = ['cpu.total', 'cpu.user', 'cpu.system'];
const ofNetwork = ['sent_bytes', 'received_bytes', 'sent_packets', 'received_packets'].map(
  (name) => `network.${name}`,
);
const ofProcesses = [
  ...['disk.read_bytes', 'disk.write_bytes', 'disk.reads', 'disk.writes'],
  ...['page_faults.minor', 'page_faults.major'],
];
/** /proc counts in ticks. */
const tolerance = { ns: 50e6, share: 0.02 };

/** Metrics that lost a part to an unreadable process: absent from then on, and the record says why. */
export class LostCounters {
  readonly metrics = new Set<string>();
  readonly #problems: Problem[];
  readonly #hasCgroup: boolean;
  /** The CPU time of the launcher before it joined the cgroup, as to mount a view. */
  #outsideNs: number | undefined;

  /** @param problems takes one for each reason */
  constructor(problems: Problem[], hasCgroup: boolean) {
    this.#problems = problems;
    this.#hasCgroup = hasCgroup;
  }

  /** The kernel adds a child that is never waited for to no other process. @param own of the test, their status read */
  noteChildren(own: readonly WatchedProcess[], sets: readonly ProcessSet[]): void {
    const isComplete = sets.every((set) => set.isComplete);
    if (isComplete && !own.some(({ dropsChildren }) => dropsChildren)) return;
    this.#lose(
      'children-not-counted',
      'a process ignores SIGCHLD, so the kernel drops what its children use: disk, page faults and, without a cgroup, CPU time are absent from then on; let it wait for its children',
      this.#hasCgroup ? ofProcesses : [...ofProcesses, ...ofCpu],
    );
  }

  /**
   * The processes use at most as much as their cgroup does, unless one of them has left it. Call it before the test
   * begins, too.
   */
  noteCpu(own: ProcessTotals, cgroup: CpuTimes | undefined): void {
    if (cgroup === undefined) return;
    const beyondNs = own.userNs + own.systemNs - cgroup.totalNs;
    this.#outsideNs ??= Math.max(0, beyondNs);
    if (beyondNs - this.#outsideNs < tolerance.ns + tolerance.share * cgroup.totalNs) return;
    this.#lose(
      'cgroup-left',
      'a process left the cgroup of the test: CPU time and network are absent from then on; start it as a service under test',
      [...ofCpu, ...ofNetwork],
    );
  }

  #lose(code: string, message: string, metrics: readonly string[]): void {
    if (!this.#problems.some((problem) => problem.code === code)) {
      this.#problems.push({ code, message });
    }
    for (const name of metrics) this.metrics.add(name);
  }
}

/** Metric name to a number; what could not be read is not there. */
export type Readings = Partial<Record<string, number>>;

/**
 * The use between two readings of counters that only grow. A counter that is missing on one side, or that went back
 * because its process took it along, is absent.
 * @param lost is absent too
 */
export function subtractReadings(
  end: Readings,
  begin: Readings,
  lost: ReadonlySet<string>,
): Readings {
  const used: Readings = {};
  for (const [name, value] of Object.entries(end)) {
    const from = begin[name];
    if (value === undefined || from === undefined || lost.has(name)) continue;
    // Only this one may truly be negative: data written before was removed before it reached the disk.
    if (name === 'disk.write_bytes') used[name] = Math.max(0, value - from);
    else if (value >= from) used[name] = value - from;
  }
  return used;
}
