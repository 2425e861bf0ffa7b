import { describeTalk } from '../../contract/observation.ts';
import { isOwnAddress } from '../spans/own-addresses.ts';
import { decodeText } from './strace-text.ts';

/** The calls by which a process reaches another one that it did not start. */
export const talkingCalls =
  'socket,bind,connect,getsockname,sendto,sendmsg,sendmmsg,shmget,msgget,semget,mq_open,kill,pidfd_send_signal,rt_sigqueueinfo,?pidfd_getfd,process_vm_readv,add_key,request_key,keyctl';

const isTalking = new Set(talkingCalls.replaceAll('?', '').split(','));
/** More peers, and more sockets, are not kept: by then the test is measured, or asks for no end of them. */
const mostPeers = 10;
const mostSockets = 100_000;

/**
 * Services of the system that give every process the same answers, and logs, which answer nothing: libraries
 * ask them after users, and write to them.
 */
const harmless =
  /^(\/var)?\/run\/(nscd\/|systemd\/(userdb\/|journal\/|notify$|resolve\/)|utmp)|^\/dev\/log$/;
/** Talk with the kernel alone. */
const ofKernel = /^(AF_NETLINK|AF_UNSPEC|AF_ALG|AF_PACKET)$/;
const loopback = /^(127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$)/;
/** A connection that is still being made counts as one. */
const refused = /= -1 (?!EINPROGRESS|EALREADY|EISCONN|EINTR)E[A-Z]+/;
const family = /sa_family=(AF_[A-Z0-9]+)(.*)/s;
const inode = /^\d+<((?:\\x[0-9a-f]{2})*)>/;
const madeSocket = /= \d+<((?:\\x[0-9a-f]{2})*)>\s*$/;

const half = /^(\d+)\s+(?:<\.\.\. [a-z_0-9]+ resumed>|([a-z_0-9]+)\()(.*)$/s;
const unfinished = ' <unfinished ...>';
/** Signal 0 sends nothing: it asks whether a process lives, such as the owner of a lock or a folder. */
const asksOnly = /^-?\d+, 0\)/;
const child = /^(?:clone3?|v?fork)$/;

interface Peer {
  /** The name for people. */
  name: string;
  /** A path, '@' and a name, or a port of this machine; undefined elsewhere. */
  local?: string;
  isPath?: true;
}

/** Whether a process tree talks to a process outside itself, which may hold anything of either side. */
export class TalkReader {
  /** Paths of sockets that were asked for, as they were named. */
  readonly asked = new Set<string>();
  readonly #own = new Set<string>();
  readonly #datagram = new Set<string>();
  /** Datagram sockets that were connected to another process. Libraries do so to sort addresses, and send nothing. */
  readonly #aimed = new Map<string, string>();
  readonly #processes = new Set<string>();
  readonly #outside = new Set<string>();
  /** By process: the first half of a call that stands in two lines. */
  readonly #halves = new Map<string, { call: string; text: string }>();

  /** @returns whether the line is one of such a call, and of no other reader's concern */
  read(line: string): boolean {
    const [, id = '', named, text = ''] = half.exec(line) ?? [];
    if (id === '') return false;
    this.#processes.add(id);
    if (named === undefined) return this.#resume(id, text);
    if (child.test(named)) this.#processes.add(/= (\d+)\s*$/.exec(text)?.[1] ?? id);
    if (!isTalking.has(named)) return false;
    if (text.endsWith(unfinished)) {
      this.#halves.set(id, { call: named, text: text.slice(0, -unfinished.length) });
    } else this.#take(named, text);
    return true;
  }

  #resume(id: string, text: string): boolean {
    const first = this.#halves.get(id);
    if (first === undefined) return false;
    this.#halves.delete(id);
    this.#take(first.call, first.text + text);
    return true;
  }

  #take(call: string, rest: string): void {
    if (call === 'socket') this.#make(rest);
    else if (call === 'bind' || call === 'getsockname') this.#bind(rest);
    else if (call === 'connect') this.#connect(rest);
    else if (call.startsWith('send')) this.#send(rest);
    else if (!refused.test(rest) && !asksOnly.test(rest)) this.#reach(call, rest);
  }

  /** Notes that what the kernel shows of a process was read. */
  look(id: string): void {
    if (!this.#processes.has(id)) this.#add('a process by what /proc shows of it');
  }

  conclude(): string[] {
    for (const { call, text } of this.#halves.values()) this.#take(call, text);
    return [...this.#outside].map(describeTalk);
  }

  #make(rest: string): void {
    const made = madeSocket.exec(rest)?.[1];
    // Those that do not wait are of programs that send by an ordinary write, which is not seen.
    const mayOnlySort = rest.includes('SOCK_DGRAM') && !rest.includes('SOCK_NONBLOCK');
    if (made !== undefined && mayOnlySort && this.#datagram.size < mostSockets)
      this.#datagram.add(made);
  }

  #bind(rest: string): void {
    const local = refused.test(rest) ? undefined : readPeer(rest)?.local;
    if (local !== undefined && local !== '0' && this.#own.size < mostSockets) this.#own.add(local);
  }

  #connect(rest: string): void {
    const peer = this.#findOutside(rest);
    if (peer === undefined || refused.test(rest)) return;
    const socket = inode.exec(rest)?.[1] ?? '';
    if (this.#datagram.has(socket)) this.#aimed.set(socket, peer);
    else this.#add(peer);
  }

  #send(rest: string): void {
    if (refused.test(rest)) return;
    const aimed = this.#aimed.get(inode.exec(rest)?.[1] ?? '');
    const peer = this.#findOutside(rest) ?? aimed;
    if (peer !== undefined) this.#add(peer);
  }

  /** Shared memory, queues and semaphores by number or name, and signals. */
  #reach(call: string, rest: string): void {
    if (call === 'kill' || call.endsWith('signal') || call.endsWith('info')) {
      const target = /^-?(\d+)/.exec(rest)?.[1] ?? '';
      const isOwn =
        call === 'pidfd_send_signal' ? false : target === '0' || this.#processes.has(target);
      if (!isOwn) this.#add('a process by a signal');
    } else if (call === 'pidfd_getfd') {
      this.#add('a process by one of its files');
    } else if (call === 'process_vm_readv') {
      this.look(/^\d+/.exec(rest)?.[0] ?? '');
    } else if (/key/.test(call)) {
      this.#add('the keyring of the kernel');
    } else if (!rest.startsWith('IPC_PRIVATE') && !/(IPC|O)_EXCL/.test(rest)) {
      this.#add('a process by shared memory or a queue');
    }
  }

  #add(peer: string): void {
    if (this.#outside.size < mostPeers) this.#outside.add(peer);
  }

  /** @returns the other process, if it is one */
  #findOutside(rest: string): string | undefined {
    const peer = readPeer(rest);
    if (peer === undefined) return undefined;
    const { local, name } = peer;
    if (local === undefined) return name;
    if (peer.isPath === true && this.asked.size < mostSockets) this.asked.add(local);
    if (this.#own.has(local) || isOwnAddress(local) || harmless.test(local)) return undefined;
    return name;
  }
}

/** @returns undefined where no address is named, or one of the kernel's */
function readPeer(rest: string): Peer | undefined {
  const [, kind = '', more = ''] = family.exec(rest) ?? [];
  if (kind === '' || ofKernel.test(kind)) return undefined;
  if (kind === 'AF_UNIX') {
    const [, at = '', path = ''] = /sun_path=(@?)"((?:\\x[0-9a-f]{2})*)"/.exec(more) ?? [];
    const local = at + decodeText(path);
    if (local === '') return undefined;
    return at === '' ? { local, name: local, isPath: true } : { local, name: local };
  }
  if (kind !== 'AF_INET' && kind !== 'AF_INET6') return { name: kind };
  const port = /sin6?_port=htons\((\d+)\)/.exec(more)?.[1] ?? '';
  const quoted = /(?:inet_addr\(|inet_pton\(AF_INET6, )"((?:\\x[0-9a-f]{2})*)"/.exec(more)?.[1];
  const address = decodeText(quoted ?? '');
  const name = `${address} port ${port}`;
  return loopback.test(address) ? { local: port, name } : { name };
}
