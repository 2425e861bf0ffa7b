import { closeSync, constants, openSync } from 'node:fs';
import { constants as system } from 'node:os';
import type { CgroupPath } from '../cgroup/cgroup.ts';
import type { SystemCalls } from '../host/system-calls.ts';
import { assemble, type Line } from './assemble.ts';

// linux/bpf.h
const BPF_MAP_CREATE = 0;
const BPF_MAP_LOOKUP_ELEM = 1;
const BPF_MAP_UPDATE_ELEM = 2;
const BPF_MAP_GET_NEXT_KEY = 4;
const BPF_PROG_LOAD = 5;
const BPF_RAW_TRACEPOINT_OPEN = 17;
const BPF_LINK_CREATE = 28;
/** On a busy machine a signal interrupts the verifier of the kernel now and then. */
const mostLoads = 20;

export interface MapShape {
  type: number;
  keyBytes: number;
  valueBytes: number;
  entries: number;
  flags?: number;
}

/** The kernel, or the rights of this user, do not allow it. */
export class RefusedByKernel extends Error {}

/**
 * Small programs and maps in the kernel. All are attached by links (Linux 5.7), which the kernel takes back with their
 * descriptors, even when this process is killed.
 */
export class KernelPrograms {
  readonly #calls: SystemCalls;
  readonly #descriptors: number[] = [];

  constructor(calls: SystemCalls) {
    this.#calls = calls;
  }

  createMap({ type, keyBytes, valueBytes, entries, flags = 0 }: MapShape): number {
    return this.#open('a map', BPF_MAP_CREATE, fields(type, keyBytes, valueBytes, entries, flags));
  }

  /** @param attachType where the kernel has to know it before it attaches the program */
  load(type: number, lines: readonly Line[], license: string, attachType = 0): number {
    const program = assemble(lines);
    const text = Buffer.from(`${license}\0`);
    const attributes = fields(type, program.length / 8);
    attributes.writeBigUInt64LE(this.#calls.addressOf(program), 8);
    attributes.writeBigUInt64LE(this.#calls.addressOf(text), 16);
    attributes.writeUInt32LE(attachType, 68);
    return this.#open('a program', BPF_PROG_LOAD, attributes);
  }

  attachToCgroup(program: number, cgroup: CgroupPath, attachType: number): void {
    const directory = this.openDirectory(cgroup);
    this.#open('a link', BPF_LINK_CREATE, fields(program, directory, attachType));
  }

  attachToTracepoint(program: number, tracepoint: string): void {
    const name = Buffer.from(`${tracepoint}\0`);
    const attributes = fields(0, 0, program);
    attributes.writeBigUInt64LE(this.#calls.addressOf(name), 0);
    this.#open('a tracepoint', BPF_RAW_TRACEPOINT_OPEN, attributes);
  }

  openDirectory(path: string): number {
    let directory: number;
    try {
      directory = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
    } catch (error) {
      throw new RefusedByKernel((error as Error).message);
    }
    this.#descriptors.push(directory);
    return directory;
  }

  update(map: number, key: Buffer, value: Buffer): void {
    if (this.#access(BPF_MAP_UPDATE_ELEM, map, key, value) < 0) {
      throw new RefusedByKernel('bpf(2) refused an element of a map');
    }
  }

  /** Fills the value. @returns whether there is one */
  read(map: number, key: Buffer, value: Buffer): boolean {
    return this.#access(BPF_MAP_LOOKUP_ELEM, map, key, value) >= 0;
  }

  /** Fills `next` with the key after this one. @returns whether there is one */
  findNext(map: number, key: Buffer | undefined, next: Buffer): boolean {
    return this.#access(BPF_MAP_GET_NEXT_KEY, map, key, next) >= 0;
  }

  /** Takes everything out of the kernel. */
  close(): void {
    // Links first: nothing counts any more while the rest goes.
    for (const descriptor of this.#descriptors.reverse()) closeSync(descriptor);
    this.#descriptors.length = 0;
  }

  #access(command: number, map: number, key: Buffer | undefined, value: Buffer): number {
    const attributes = fields(map);
    if (key !== undefined) attributes.writeBigUInt64LE(this.#calls.addressOf(key), 8);
    attributes.writeBigUInt64LE(this.#calls.addressOf(value), 16);
    return this.#calls.bpf(command, attributes);
  }

  #open(what: string, command: number, attributes: Buffer): number {
    let opened = this.#calls.bpf(command, attributes);
    for (let tries = 1; opened === -system.errno.EAGAIN && tries < mostLoads; tries += 1) {
      opened = this.#calls.bpf(command, attributes);
    }
    if (opened < 0) throw new RefusedByKernel(`bpf(2) refused ${what} (error ${-opened})`);
    this.#descriptors.push(opened);
    return opened;
  }
}

function fields(...values: number[]): Buffer {
  const attributes = Buffer.alloc(128);
  values.forEach((value, index) => attributes.writeInt32LE(value, index * 4));
  return attributes;
}
