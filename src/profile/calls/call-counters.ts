import { statSync } from 'node:fs';
import { findOnlyElement, type Line, loadMap } from '../bpf/assemble.ts';
import { KernelPrograms, RefusedByKernel } from '../bpf/kernel-programs.ts';
import type { CgroupPath } from '../cgroup/cgroup.ts';
import type { SystemCalls } from '../host/system-calls.ts';
import { listSyscallNames } from './syscall-names.ts';
import { TcpCounter } from './tcp-counter.ts';

// linux/bpf.h
const BPF_MAP_TYPE_ARRAY = 2;
const BPF_MAP_TYPE_CGROUP_ARRAY = 8;
const BPF_PROG_TYPE_RAW_TRACEPOINT = 17;
/** Linux 6.18 has 470; what is beyond shares the last counter. */
const mostCalls = 512;

/** Counts the system calls of all processes of a cgroup but one, by name. Slows down the whole machine a little. */
class SyscallCounter {
  readonly #programs: KernelPrograms;
  readonly #map: number;

  constructor(programs: KernelPrograms, cgroup: CgroupPath, launcher: number) {
    this.#programs = programs;
    const cgroups = programs.createMap({
      ...{ type: BPF_MAP_TYPE_CGROUP_ARRAY, keyBytes: 4, valueBytes: 4, entries: 1 },
    });
    const directory = Buffer.alloc(4);
    directory.writeInt32LE(programs.openDirectory(cgroup));
    programs.update(cgroups, Buffer.alloc(4), directory);
    this.#map = programs.createMap({
      ...{ type: BPF_MAP_TYPE_ARRAY, keyBytes: 4, valueBytes: (mostCalls + 1) * 8, entries: 1 },
    });
    const lines = countCalls(cgroups, this.#map, launcher);
    const program = programs.load(BPF_PROG_TYPE_RAW_TRACEPOINT, lines, 'Apache-2.0');
    programs.attachToTracepoint(program, 'sys_enter');
  }

  read(): Record<string, number> {
    const counters = Buffer.alloc((mostCalls + 1) * 8);
    if (!this.#programs.read(this.#map, Buffer.alloc(4), counters)) return {};
    const nameOf = listSyscallNames(process.arch);
    const counts: Record<string, number> = {};
    for (let number = 0; number <= mostCalls; number += 1) {
      const count = Number(counters.readBigUInt64LE(number * 8));
      if (count === 0) continue;
      counts[`syscall.${number === mostCalls ? 'other' : nameOf(number)}`] = count;
    }
    return counts;
  }
}

/** `if the task is in the cgroup and is not the launcher: counters[number of the call] += 1`. */
function countCalls(cgroups: number, map: number, launcher: number): Line[] {
  const { dev, ino } = statSync('/proc/self/ns/pid');
  return [
    [0x79, 0x17, 8, 0], // r7 = number of the call, the second word of the context in r1
    ...loadMap(1, cgroups),
    [0xb7, 0x02, 0, 0], // r2 = 0, the element of the map
    [0x85, 0x00, 0, 37], // r0 = bpf_current_task_under_cgroup
    [0x55, 0x00, 'end', 1], // not 1: another task
    [0xb4, 0x01, 0, dev], // r1, r2 = the namespace in which the launcher has its number
    [0xb4, 0x02, 0, ino],
    [0xbf, 0xa3, 0, 0], // r3 = stack
    [0x07, 0x03, 0, -16], // r3 = address of two words
    [0xb7, 0x04, 0, 8], // r4 = their bytes
    [0x85, 0x00, 0, 120], // r0 = bpf_get_ns_current_pid_tgid
    [0x55, 0x00, 'count', 0], // not 0: the task is in another namespace
    [0x61, 0xa1, -12, 0], // r1 = the second word: the process
    [0x15, 0x01, 'end', launcher],
    'count',
    ...findOnlyElement(map, 'end'),
    [0xb5, 0x07, 1, mostCalls - 1], // known number: skip one
    [0xb7, 0x07, 0, mostCalls], // r7 = the last counter
    [0x67, 0x07, 0, 3], // r7 *= 8
    [0x0f, 0x70, 0, 0], // r0 += r7
    [0xb7, 0x01, 0, 1], // r1 = 1
    [0xdb, 0x10, 0, 0], // atomically add it
    'end',
    [0xb7, 0x00, 0, 0], // r0 = 0
    [0x95, 0x00, 0, 0], // return r0
  ];
}

/**
 * Counts what the processes of a cgroup ask of the kernel, and what TCP does for them. While it is attached, each system
 * call of the whole machine takes 0.2 to 0.3 µs more: never attach it while something is measured.
 */
export class CallCounters {
  readonly #programs: KernelPrograms;
  readonly #tcp: TcpCounter;
  readonly #syscalls: SyscallCounter;

  private constructor(calls: SystemCalls, cgroup: CgroupPath, launcher: number) {
    this.#programs = new KernelPrograms(calls);
    try {
      this.#tcp = new TcpCounter(this.#programs, cgroup);
      this.#syscalls = new SyscallCounter(this.#programs, cgroup, launcher);
    } catch (error) {
      this.#programs.close();
      throw error;
    }
  }

  /**
   * @param launcher the process of the cgroup whose own calls do not count
   * @returns why nothing can be counted here, where the kernel or the rights of this user do not allow it
   */
  static attach(
    calls: SystemCalls | undefined,
    cgroup: CgroupPath | undefined,
    launcher: number,
  ): CallCounters | { refusal: string } {
    if (calls === undefined) return { refusal: 'koffi, which calls bpf(2), is not there' };
    if (cgroup === undefined) return { refusal: 'tests have no cgroup of their own' };
    try {
      return new CallCounters(calls, cgroup, launcher);
    } catch (error) {
      if (error instanceof RefusedByKernel) return { refusal: error.message };
      throw error;
    }
  }

  /** By name, such as `syscall.fsync` and `tcp.retransmits`. Absent: a call that never came. */
  read(): Record<string, number> {
    return { ...this.#tcp.read(), ...this.#syscalls.read() };
  }

  close(): void {
    this.#programs.close();
  }
}
