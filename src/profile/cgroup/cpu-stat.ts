import { join } from 'node:path';
import { KeptFile } from '../proc/kept-file.ts';
import { parseKeyed } from '../proc/parse-proc.ts';
import type { CgroupPath } from './cgroup.ts';

export interface CpuTimes {
  totalNs: number;
  userNs: number;
  systemNs: number;
}

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
    const values = parseKeyed(text);
    const total = values.get('usage_usec');
    if (total === undefined) return undefined;
    return {
      totalNs: total * 1000,
      userNs: (values.get('user_usec') ?? 0) * 1000,
      systemNs: (values.get('system_usec') ?? 0) * 1000,
    };
  }

  close(): void {
    this.#file.close();
  }
}
