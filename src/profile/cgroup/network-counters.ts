import { closeSync, constants, openSync } from 'node:fs';
import { constants as system } from 'node:os';
import type { SystemCalls } from '../host/system-calls.ts';
import type { CgroupPath } from './cgroup.ts';

// linux/bpf.h
const BPF_MAP_CREATE = 0;
const BPF_MAP_LOOKUP_ELEM = 1;
const BPF_PROG_LOAD = 5;
const BPF_LINK_CREATE = 28;
const BPF_MAP_TYPE_ARRAY = 2;
const BPF_PROG_TYPE_CGROUP_SKB = 8;
/** On a busy machine a signal interrupts the verifier of the kernel now and then. */
const mostLoads = 20;
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
 * connection inside the cgroup is both sent and received. The programs are attached by links (Linux 5.7),
 * which the kernel takes back with their descriptors, even when this process is killed: a cgroup that is
 * not ours keeps nothing.
 */
export class NetworkCounters {
  readonly #calls: SystemCalls;
  readonly #descriptors: number[];
  /** The four counters, and behind them the key of their element. */
  readonly #element = Buffer.alloc(36);
  readonly #lookUp: Buffer;

  private constructor(calls: SystemCalls, descriptors: number[], map: number) {
    this.#calls = calls;
    this.#descriptors = descriptors;
    const address = calls.addressOf(this.#element);
    this.#lookUp = Buffer.alloc(32);
    this.#lookUp.writeUInt32LE(map, 0);
    this.#lookUp.writeBigUInt64LE(address + 32n, 8);
    this.#lookUp.writeBigUInt64LE(address, 16);
  }

  /** @returns undefined where the kernel or the rights of this user do not allow it */
  static attach(calls: SystemCalls, cgroups: readonly CgroupPath[]): NetworkCounters | undefined {
    const map = createMap(calls);
    if (map < 0) return undefined;
    const programs = directions.map((direction) => loadProgram(calls, map, direction));
    const descriptors = [map, ...programs.filter((program) => program >= 0)];
    const counters = new NetworkCounters(calls, descriptors, map);
    const works =
      programs.every((program) => program >= 0) &&
      cgroups.every((cgroup) => counters.#attachTo(cgroup, programs));
    if (works) return counters;
    counters.close();
    return undefined;
  }

  /** @returns undefined when the counters cannot be read */
  read(): NetworkTotals | undefined {
    if (this.#calls.bpf(BPF_MAP_LOOKUP_ELEM, this.#lookUp) < 0) return undefined;
    const number = (index: number) => Number(this.#element.readBigUInt64LE(index * 8));
    return {
      receivedBytes: number(0),
      receivedPackets: number(1),
      sentBytes: number(2),
      sentPackets: number(3),
    };
  }

  close(): void {
    for (const descriptor of this.#descriptors) closeSync(descriptor);
    this.#descriptors.length = 0;
  }

  #attachTo(cgroup: CgroupPath, programs: number[]): boolean {
    let directory: number;
    try {
      directory = openSync(cgroup, constants.O_RDONLY | constants.O_DIRECTORY);
    } catch {
      return false;
    }
    this.#descriptors.push(directory);
    return directions.every((direction) => {
      const attributes = fields(programs[direction] ?? -1, directory, direction);
      const link = this.#calls.bpf(BPF_LINK_CREATE, attributes);
      if (link >= 0) this.#descriptors.push(link);
      return link >= 0;
    });
  }
}

function fields(...values: number[]): Buffer {
  const attributes = Buffer.alloc(128);
  values.forEach((value, index) => attributes.writeInt32LE(value, index * 4));
  return attributes;
}

/** One element of four 64-bit counters. */
function createMap(calls: SystemCalls): number {
  return calls.bpf(BPF_MAP_CREATE, fields(BPF_MAP_TYPE_ARRAY, 4, 32, 1));
}

function loadProgram(calls: SystemCalls, map: number, direction: 0 | 1): number {
  const program = assemble(map, direction * 16);
  const license = Buffer.from('Apache-2.0\0');
  const attributes = fields(BPF_PROG_TYPE_CGROUP_SKB, program.length / 8);
  attributes.writeBigUInt64LE(calls.addressOf(program), 8);
  attributes.writeBigUInt64LE(calls.addressOf(license), 16);
  attributes.writeUInt32LE(direction, 68);
  const load = (): number => calls.bpf(BPF_PROG_LOAD, attributes);
  let loaded = load();
  for (let tries = 1; loaded === -system.errno.EAGAIN && tries < mostLoads; tries += 1) {
    loaded = load();
  }
  return loaded;
}

/**
 * `counters[offset] += packet length; counters[offset + 8] += 1; let it pass`.
 * Each instruction is a code, source and destination register, a 16-bit offset and a 32-bit value.
 */
function assemble(map: number, offset: number): Buffer {
  const instructions: [code: number, registers: number, offset: number, value: number][] = [
    [0x61, 0x17, 0, 0], // r7 = length of the packet, the first word of the context in r1
    [0x62, 0x0a, -4, 0], // key on the stack = 0
    [0xbf, 0xa2, 0, 0], // r2 = stack
    [0x07, 0x02, 0, -4], // r2 = address of the key
    [0x18, 0x11, 0, map], // r1 = the map, a wide instruction
    [0x00, 0x00, 0, 0], // its second half
    [0x85, 0x00, 0, 1], // r0 = address of the counters, or 0
    [0x15, 0x00, 3, 0], // 0: skip three
    [0xdb, 0x70, offset, 0], // atomically add r7 to the bytes
    [0xb7, 0x01, 0, 1], // r1 = 1
    [0xdb, 0x10, offset + 8, 0], // atomically add r1 to the packets
    [0xb7, 0x00, 0, 1], // r0 = 1: let it pass
    [0x95, 0x00, 0, 0], // return r0
  ];
  const program = Buffer.alloc(instructions.length * 8);
  instructions.forEach(([code, registers, at, value], index) => {
    program.writeUInt8(code, index * 8);
    program.writeUInt8(registers, index * 8 + 1);
    program.writeInt16LE(at, index * 8 + 2);
    program.writeInt32LE(value, index * 8 + 4);
  });
  return program;
}
