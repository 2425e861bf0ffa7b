import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { attempt } from '../contract/attempt.ts';
import type { Stalled } from '../contract/execution.ts';
import { listSyscallNames } from './calls/syscall-names.ts';
import type { Counters } from './counters.ts';
import { clean } from './sampling/name-frame.ts';

/** When to look, as shares of the time limit; the last look is at the limit. */
const looks = [0.5, 0.75];
const mostWaits = 5;
const mostPeers = 3;
/** A test names its own files. */
const longestPath = 100;

/** Looks, in the second half of the time that a test has, whether it works, and what it waits for. */
export class StallWatch {
  readonly #counters: Counters;
  readonly #isOwn: (pid: number) => boolean;
  readonly #timers: NodeJS.Timeout[];
  readonly #seen: ReadonlySet<string>[] = [];
  readonly #cpu: (number | undefined)[];

  /** @param isOwn whether a process belongs to the profiler */
  constructor(counters: Counters, limitMs: number, isOwn: (pid: number) => boolean = () => false) {
    this.#counters = counters;
    this.#isOwn = isOwn;
    this.#cpu = [counters.read()['cpu.total']];
    this.#timers = looks.map((share) => setTimeout(() => this.#look(), share * limitMs));
  }

  /** At the limit, while its processes are there. */
  conclude(): Stalled {
    this.#look();
    const [begin, half] = this.#cpu;
    const end = this.#cpu.at(-1);
    const [first, ...others] = this.#seen;
    const waits = [...(first ?? [])].filter((one) => others.every((seen) => seen.has(one)));
    return {
      ...(begin === undefined || end === undefined ? {} : { cpuNs: end - begin }),
      ...(half === undefined || end === undefined ? {} : { lateCpuNs: end - half }),
      waits: waits.slice(0, mostWaits),
    };
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #look(): void {
    this.#cpu.push(this.#counters.read()['cpu.total']);
    const pids = this.#counters.listLeft().filter((pid) => !this.#isOwn(pid));
    this.#seen.push(new Set(pids.flatMap((pid) => describeWait(pid) ?? [])));
  }
}

/** A process that only waits for one that it has started says nothing. */
const forChildren = new Set(['wait4', 'waitid', 'waitpid']);
const onOne =
  /^(read|write|p?readv?2?|p?writev?2?|pread64|pwrite64|recv\w*|send\w*|accept4?|connect)$/;
const onMany = /^(epoll_\w+|p?poll|p?select6?)$/;

/** @returns what the main thread of a process waits for; undefined where it does not wait, or that is hidden */
function describeWait(pid: number): string | undefined {
  return attempt(() => {
    const text = readFileSync(`/proc/${pid}/syscall`, 'utf8');
    const [, number, first] = /^(\d+) 0x([\da-f]+) /.exec(text) ?? [];
    if (number === undefined || first === undefined) return undefined;
    const call = listSyscallNames(process.arch)(Number(number));
    if (forChildren.has(call)) return undefined;
    // Node calls its main thread so, and not by the program.
    const program = clean(basename(readlinkSync(`/proc/${pid}/exe`)), longestPath);
    const on = onOne.test(call) ? describeOpen(pid, Number.parseInt(first, 16)) : undefined;
    const peers = onMany.test(call) ? listPeers(pid) : [];
    const more = peers.length > mostPeers ? ` and ${peers.length - mostPeers} more` : '';
    const open = `, with ${peers.slice(0, mostPeers).join(', ')}${more}`;
    return `${program} in \`${call}\`${on === undefined ? '' : ` of ${on}`}${peers.length === 0 ? '' : open}`;
  });
}

function describeOpen(pid: number, descriptor: number): string | undefined {
  const target = attempt(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`));
  if (target?.startsWith('pipe:') === true) return 'a pipe';
  const [, inode] = /^socket:\[(\d+)\]$/.exec(target ?? '') ?? [];
  if (inode === undefined) return target && clean(target, longestPath);
  return listConnections(pid).get(inode) ?? 'a socket';
}

/** The TCP connections that it has open, the same ones counted. */
function listPeers(pid: number): string[] {
  const connections = listConnections(pid);
  const folder = `/proc/${pid}/fd`;
  const open = readdirSync(folder).flatMap((name) => {
    const target = attempt(() => readlinkSync(`${folder}/${name}`), '');
    return connections.get(target.slice('socket:['.length, -1)) ?? [];
  });
  return [...Map.groupBy(open, (one) => one)].map(([one, { length }]) =>
    length === 1 ? one : `${length} times ${one}`,
  );
}

/** From include/net/tcp_states.h. */
const states: Readonly<Record<string, string>> = {
  '01': 'a TCP connection to',
  '02': 'a TCP connection that is not answered yet to',
  '08': 'a TCP connection that the other end has closed to',
};

/** In words, by the inode of the socket. */
function listConnections(pid: number): Map<string, string> {
  const lines = ['tcp', 'tcp6'].flatMap((kind) =>
    attempt(() => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n').slice(1), []),
  );
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, , remote = '', state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
      const words = states[state];
      return words === undefined ? [] : [[inode, `${words} ${readAddress(remote)}`]];
    }),
  );
}

/** `0100007F:0FA0` → `127.0.0.1:4000`; each word of four bytes is in the order of the machine, here the last first. */
function readAddress(text: string): string {
  const [address = '', port = ''] = text.split(':');
  const words = address.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => [...Buffer.from(word, 'hex').reverse()]);
  const digits = Buffer.from(bytes).toString('hex');
  const isFour = bytes.length === 4 || /^0{20}ffff/.test(digits);
  const host = isFour ? bytes.slice(-4).join('.') : `[${digits.replace(/(.{4})(?=.)/g, '$1:')}]`;
  return `${host}:${Number.parseInt(port, 16)}`;
}
