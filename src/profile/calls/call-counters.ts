import { KernelPrograms, RefusedByKernel } from '../bpf/kernel-programs.ts';
import type { CgroupPath } from '../cgroup/cgroup.ts';
import type { SystemCalls } from '../host/system-calls.ts';
import { SyscallCounter } from './syscall-counter.ts';
import { TcpCounter } from './tcp-counter.ts';

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
