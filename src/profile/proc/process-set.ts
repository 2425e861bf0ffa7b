import { KeptFile } from './kept-file.ts';
import { listDescendants } from './list-descendants.ts';
import { WatchedProcess } from './watched-process.ts';

export interface ProcessTotals {
  userNs: number;
  systemNs: number;
  minorFaults: number;
  majorFaults: number;
  /** Absent as soon as one process of the set does not show them. */
  readCalls?: number;
  writeCalls?: number;
  readBytes?: number;
  writeBytes?: number;
}

export interface ProcessSources {
  /** Members that do not descend from a known one. Asked when a process was started on the host, and by `search`. */
  findMore?: () => number[];
  /** All members, given the known ones; asked when a process was started on the host. */
  listMembers?: (known: Iterable<number>) => number[];
  /** A member that does nothing but wait for its child: its counters stand still while a child is there. */
  waiter?: number;
}

/**
 * Processes whose counters are added up: the roots and all that descends from them. A process that ended
 * and was waited for is in the counters of its parent, so the sum over those that are there is the sum
 * over all that ever were.
 */
export class ProcessSet {
  /** False once a child has ended whose counters its parent did not get. */
  isComplete = true;
  readonly #processes = new Map<number, WatchedProcess>();
  /** The totals of processes that ended without a parent in the set to hold their counters. */
  readonly #departed = emptyTotals();
  /** CPU time of those that have left, each its own, by program. */
  readonly #programs = new Map<string, number>();
  readonly #loadAverage = new KeptFile('/proc/loadavg');
  readonly #findMore: () => number[];
  readonly #listMembers: (known: Iterable<number>) => number[];
  readonly #waiter: number | undefined;
  /** Whether the waiter was read since its child was found. */
  #waiterStands = false;
  #lastPid: string | undefined;
  /** By parent, the faults that those that left have to have left to it. */
  readonly #owed = new Map<number, number>();

  constructor({ findMore, listMembers, waiter }: ProcessSources = {}) {
    this.#findMore = findMore ?? (() => []);
    this.#listMembers = listMembers ?? listDescendants;
    this.#waiter = waiter;
  }

  add(pid: number): void {
    if (this.#processes.has(pid)) return;
    const process = WatchedProcess.open(pid);
    if (process === undefined) return;
    this.#processes.set(pid, process);
    this.#lastPid = undefined;
  }

  has(pid: number): boolean {
    return this.#processes.has(pid);
  }

  /** The members that were there at the last reading. */
  list(): WatchedProcess[] {
    return [...this.#processes.values()];
  }

  read(): ProcessTotals {
    this.#findMembers();
    // A process that is waited for between the reading of its parent and its own is in neither: again.
    const gone = new Set<number>();
    let again = true;
    for (let round = 0; round < 4 && again; round += 1) again = this.#refresh(gone);
    if (!again) this.#claim();
    const totals = { ...this.#departed };
    for (const process of this.#processes.values()) addTo(totals, process);
    return totals;
  }

  /** Takes a member out and keeps its counters: after it was waited for outside the set. */
  depart(process: WatchedProcess): void {
    // One that ended before its first reading has no counters, which is not the same as showing none.
    if (process.wasRead) addTo(this.#departed, process);
    this.#drop(process);
  }

  /** CPU time by program, of all that ever were members and were read. A lower bound: each as read last. */
  listPrograms(): Map<string, number> {
    const programs = new Map(this.#programs);
    for (const process of this.#processes.values()) addProgram(programs, process);
    return programs;
  }

  close(): void {
    for (const process of this.#processes.values()) process.close();
    this.#processes.clear();
    this.#loadAverage.close();
  }

  /**
   * The next reading looks at everything again. To be called some times a second: a process that moves
   * to another parent while the members are listed can be missed, and no start of another tells of it.
   */
  search(): void {
    this.#lastPid = undefined;
  }

  #findMembers(): void {
    // The last field is the newest pid of the host: while it stays, no process or thread was started.
    const lastPid = this.#loadAverage.read()?.split(' ').at(-1);
    if (lastPid !== undefined && lastPid === this.#lastPid) return;
    for (const pid of this.#listMembers(this.#processes.keys())) this.add(pid);
    // Last, for what lost its parent while the others were listed has come here.
    for (const pid of this.#findMore()) this.add(pid);
    this.#lastPid = lastPid;
    const byAge = this.list().sort(
      (a, b) => a.stat.startTicks - b.stat.startTicks || a.pid - b.pid,
    );
    this.#processes.clear();
    for (const process of byAge) this.#processes.set(process.pid, process);
  }

  /**
   * Reads all, the older first.
   * @param gone gets those that have left to a parent
   * @returns whether one has left to a parent that was read before
   */
  #refresh(gone: Set<number>): boolean {
    let again = false;
    let waits = false;
    for (const process of this.#processes.values()) {
      if (process.pid === this.#waiter && this.#waiterStands) continue;
      if (process.refresh()) {
        waits ||= process.stat.parent === this.#waiter;
        continue;
      }
      const { parent } = process.stat;
      // If the parent has left too, it took the totals of its children along.
      if (this.#processes.has(parent) || gone.has(parent)) {
        again = true;
        gone.add(process.pid);
        this.#owed.set(parent, (this.#owed.get(parent) ?? 0) + process.stat.minorFaults);
        if (parent === this.#waiter) this.#waiterStands = false;
        this.#drop(process);
      } else {
        this.depart(process);
      }
    }
    if (!again) this.#waiterStands = waits;
    return again;
  }

  /**
   * A parent that waits gets the counters of its child, so its faults grow by at least those last seen of the child.
   * They are compared since the claim before: over a longer time, faults of earlier children that were not seen would
   * make up for those of a lost one.
   */
  #claim(): void {
    for (const [parent, owed] of this.#owed) {
      const process = this.#processes.get(parent);
      if (process === undefined) continue;
      const grown = process.stat.childrenMinorFaults - process.childrenFaultsClaimed;
      if (owed > grown) this.isComplete = false;
    }
    this.#owed.clear();
    for (const process of this.#processes.values()) {
      process.childrenFaultsClaimed = process.stat.childrenMinorFaults;
    }
  }

  #drop(process: WatchedProcess): void {
    addProgram(this.#programs, process);
    process.close();
    this.#processes.delete(process.pid);
  }
}

function addProgram(programs: Map<string, number>, { program, stat }: WatchedProcess): void {
  if (stat.ownNs > 0) programs.set(program, (programs.get(program) ?? 0) + stat.ownNs);
}

function emptyTotals(): ProcessTotals {
  return {
    userNs: 0,
    systemNs: 0,
    minorFaults: 0,
    majorFaults: 0,
    readCalls: 0,
    writeCalls: 0,
    readBytes: 0,
    writeBytes: 0,
  };
}

function addTo(totals: ProcessTotals, { stat, io }: WatchedProcess): void {
  totals.userNs += stat.userNs;
  totals.systemNs += stat.systemNs;
  totals.minorFaults += stat.minorFaults;
  totals.majorFaults += stat.majorFaults;
  for (const key of ['readCalls', 'writeCalls', 'readBytes', 'writeBytes'] as const) {
    const sum = totals[key];
    if (sum === undefined) continue;
    if (io === undefined) delete totals[key];
    else totals[key] = sum + io[key];
  }
}
