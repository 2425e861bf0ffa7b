import { join } from 'node:path';
import { KeptFile } from '../proc/kept-file.ts';
import type { CgroupPath } from './cgroup.ts';

export interface CpuTimes {
  totalNs: number;
  userNs: number;
  systemNs: number;
}

/** The three lines that the kernel puts first; what follows depends on controllers. */
const leading = /^usage_usec (\d+)\nuser_usec (\d+)\nsystem_usec (\d+)\n/;

/** The CPU time of all processes that ever were in a cgroup. It needs no controller. */
export class CpuStat {
  readonly #file: KeptFile;

  constructor(cgroup: CgroupPath) {
    this.#file = new KeptFile(join(cgroup, 'cpu.stat'));
  }

  /** @returns undefined when it cannot be read */
  read(): CpuTimes | undefined {
    const text = this.#file.read();
    if (text === undefined) return undefined;
    const [total, user, system] = leading.exec(text)?.slice(1).map(Number) ?? [];
    if (total === undefined || user === undefined || system === undefined) return undefined;
    return { totalNs: total * 1000, userNs: user * 1000, systemNs: system * 1000 };
  }

  close(): void {
    this.#file.close();
  }
}
