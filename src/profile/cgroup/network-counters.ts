import { findOnlyElement, type Line } from '../bpf/assemble.ts';
import { KernelPrograms, RefusedByKernel } from '../bpf/kernel-programs.ts';
import type { SystemCalls } from '../host/system-calls.ts';
import type { CgroupPath } from './cgroup.ts';

// linux/bpf.h
const BPF_MAP_TYPE_ARRAY = 2;
const BPF_PROG_TYPE_CGROUP_SKB = 8;
/** The attach types, which are the order of the two pairs of counters too: received, sent. */
const directions = [0, 1] as const;

export interface NetworkTotals {
  sentBytes: number;
  receivedBytes: number;
  sentPackets: number;
  receivedPackets: number;
}

/**
 * Counts the IP packets of all sockets made in a cgroup, by two small programs in the kernel. A
 * connection inside the cgroup is both sent and received. A cgroup that is not ours keeps nothing.
 */
export class NetworkCounters {
  readonly #programs: KernelPrograms;
  readonly #map: number;
  readonly #key = Buffer.alloc(4);
  readonly #counters = Buffer.alloc(32);

  private constructor(programs: KernelPrograms, cgroups: readonly CgroupPath[]) {
    this.#programs = programs;
    this.#map = programs.createMap({
      ...{ type: BPF_MAP_TYPE_ARRAY, keyBytes: 4, valueBytes: 32, entries: 1 },
    });
    const loaded = directions.map((direction) => {
      const lines = countPackets(this.#map, direction * 16);
      return [programs.load(BPF_PROG_TYPE_CGROUP_SKB, lines, 'Apache-2.0', direction), direction];
    });
    for (const cgroup of cgroups) {
      for (const [program = -1, direction = 0] of loaded) {
        programs.attachToCgroup(program, cgroup, direction);
      }
    }
  }

  /** @returns undefined where the kernel or the rights of this user do not allow it */
  static attach(calls: SystemCalls, cgroups: readonly CgroupPath[]): NetworkCounters | undefined {
    const programs = new KernelPrograms(calls);
    try {
      return new NetworkCounters(programs, cgroups);
    } catch (error) {
      programs.close();
      if (error instanceof RefusedByKernel) return undefined;
      throw error;
    }
  }

  /** @returns undefined when the counters cannot be read */
  read(): NetworkTotals | undefined {
    if (!this.#programs.read(this.#map, this.#key, this.#counters)) return undefined;
    const number = (index: number) => Number(this.#counters.readBigUInt64LE(index * 8));
    return {
      receivedBytes: number(0),
      receivedPackets: number(1),
      sentBytes: number(2),
      sentPackets: number(3),
    };
  }

  close(): void {
    this.#programs.close();
  }
}

/** `counters[offset] += packet length; counters[offset + 8] += 1; let it pass`. */
function countPackets(map: number, offset: number): Line[] {
  return [
    [0x61, 0x17, 0, 0], // r7 = length of the packet, the first word of the context in r1
    ...findOnlyElement(map, 'pass'),
    [0xdb, 0x70, offset, 0], // atomically add r7 to the bytes
    [0xb7, 0x01, 0, 1], // r1 = 1
    [0xdb, 0x10, offset + 8, 0], // atomically add r1 to the packets
    'pass',
    [0xb7, 0x00, 0, 1], // r0 = 1: let it pass
    [0x95, 0x00, 0, 0], // return r0
  ];
}
