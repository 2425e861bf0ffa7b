import { findOnlyElement, type Line, loadMap } from '../bpf/assemble.ts';
import { findMember, readKernelTypes } from '../bpf/find-member.ts';
import type { KernelPrograms } from '../bpf/kernel-programs.ts';
import type { CgroupPath } from '../cgroup/cgroup.ts';

// linux/bpf.h
const BPF_MAP_TYPE_HASH = 1;
const BPF_MAP_TYPE_ARRAY = 2;
const BPF_F_NO_PREALLOC = 1;
const BPF_PROG_TYPE_SOCK_OPS = 13;
const BPF_CGROUP_SOCK_OPS = 3;
/** A segment is sent again, the connection changes its state, an answer was timed. */
const callbacks = 2 | 4 | 8;
/** Only those on which something went wrong take a place. */
const mostConnections = 65_536;
const connectionBytes = 16;
/**
 * The kernel lends its own structures only to programs of such a license, so these few instructions may be used under
 * the GPL, version 2, too.
 */
const license = 'Dual MIT/GPL';

/** Counts what TCP does on all sockets made in a cgroup. */
export class TcpCounter {
  readonly #programs: KernelPrograms;
  readonly #opened: number;
  readonly #connections: number;
  readonly #seesReordering: boolean;

  constructor(programs: KernelPrograms, cgroup: CgroupPath) {
    this.#programs = programs;
    this.#opened = programs.createMap({
      ...{ type: BPF_MAP_TYPE_ARRAY, keyBytes: 4, valueBytes: 8, entries: 1 },
    });
    this.#connections = programs.createMap({
      ...{ type: BPF_MAP_TYPE_HASH, keyBytes: 8, valueBytes: connectionBytes },
      ...{ entries: mostConnections, flags: BPF_F_NO_PREALLOC },
    });
    const types = readKernelTypes();
    const reordering = types && findMember(types, 'tcp_sock', 'reord_seen');
    this.#seesReordering = reordering !== undefined;
    const lines = watchConnections(this.#opened, this.#connections, reordering);
    const program = programs.load(BPF_PROG_TYPE_SOCK_OPS, lines, license);
    programs.attachToCgroup(program, cgroup, BPF_CGROUP_SOCK_OPS);
  }

  read(): Record<string, number> {
    const opened = Buffer.alloc(8);
    if (!this.#programs.read(this.#opened, Buffer.alloc(4), opened)) return {};
    const connections = Number(opened.readBigUInt64LE(0));
    const sums = this.#sumConnections();
    if (sums === undefined) return { 'tcp.connections': connections };
    const [retransmits, dsacks, reordered] = sums;
    return {
      ...{ 'tcp.connections': connections, 'tcp.retransmits': retransmits, 'tcp.dsacks': dsacks },
      ...(this.#seesReordering ? { 'tcp.reordered': reordered } : {}),
    };
  }

  /** @returns undefined when there were too many of them */
  #sumConnections(): [number, number, number] | undefined {
    const sums: [number, number, number] = [0, 0, 0];
    const [key, value] = [Buffer.alloc(8), Buffer.alloc(connectionBytes)];
    let seen = 0;
    let from: Buffer | undefined;
    while (this.#programs.findNext(this.#connections, from, key)) {
      from = key;
      seen += 1;
      if (seen >= mostConnections) return undefined;
      if (!this.#programs.read(this.#connections, key, value)) continue;
      [0, 1, 2].forEach(
        (index) => (sums[index] = (sums[index] ?? 0) + value.readUInt32LE(index * 4)),
      );
    }
    return sums;
  }
}

/**
 * Counts opened connections, has the kernel call at whatever happens to one, and keeps the latest counters of each
 * on which something was sent again, arrived twice, or came in another order.
 */
function watchConnections(opened: number, connections: number, reordering?: number): Line[] {
  return [
    [0xbf, 0x16, 0, 0], // r6 = context
    [0x61, 0x68, 0, 0], // r8 = what happened
    [0x62, 0x06, 4, -1], // the answer: no opinion
    [0xa5, 0x08, 'end', 3], // less than 3: the kernel asks for settings
    [0x25, 0x08, 'look', 5], // more than 5: a callback
    [0xbf, 0x61, 0, 0], // 3 to 5: about to connect, connected, accepted
    [0xb7, 0x02, 0, callbacks],
    [0x85, 0x00, 0, 59], // bpf_sock_ops_cb_flags_set
    [0x55, 0x08, 'look', 4], // not connected
    ...findOnlyElement(opened, 'look'),
    [0xb7, 0x01, 0, 1], // r1 = 1
    [0xdb, 0x10, 0, 0], // atomically add it
    'look',
    [0x79, 0x67, 184, 0], // r7 = socket
    [0x15, 0x07, 'end', 0], // 0: no full one
    [0xbf, 0x71, 0, 0],
    [0x85, 0x00, 0, 96], // r0 = bpf_tcp_sock
    [0x15, 0x00, 'end', 0],
    [0x61, 0x01, 52, 0], // r1 = segments sent again
    [0x61, 0x02, 96, 0], // r2 = duplicate SACKs
    [0x63, 0x1a, -32, 0], // to the stack
    [0x63, 0x2a, -28, 0],
    [0x7a, 0x0a, -24, 0], // reordering, and nothing: 0
    [0xbf, 0x18, 0, 0], // r8 = r1
    [0x4f, 0x28, 0, 0], // r8 |= r2
    ...readReordering(reordering),
    [0x15, 0x08, 'end', 0], // nothing happened on it yet
    [0xbf, 0x61, 0, 0],
    [0x85, 0x00, 0, 46], // r0 = bpf_get_socket_cookie
    [0x7b, 0x0a, -16, 0], // key on the stack
    ...loadMap(1, connections),
    [0xbf, 0xa2, 0, 0],
    [0x07, 0x02, 0, -16], // r2 = address of the key
    [0xbf, 0xa3, 0, 0],
    [0x07, 0x03, 0, -32], // r3 = address of the counters
    [0xb7, 0x04, 0, 0], // r4 = in any case
    [0x85, 0x00, 0, 2], // bpf_map_update_elem
    'end',
    [0xb7, 0x00, 0, 1], // r0 = 1: let it pass
    [0x95, 0x00, 0, 0], // return r0
  ];
}

function readReordering(offset: number | undefined): Line[] {
  if (offset === undefined) return [];
  return [
    [0xbf, 0x71, 0, 0],
    [0x85, 0x00, 0, 137], // r0 = bpf_skc_to_tcp_sock
    [0x15, 0x00, 3, 0], // 0: none
    [0x61, 0x01, offset, 0], // r1 = how often packets came in another order
    [0x63, 0x1a, -24, 0],
    [0x4f, 0x18, 0, 0], // r8 |= r1
  ];
}
