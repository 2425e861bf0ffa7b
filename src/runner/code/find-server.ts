import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { basename, resolve } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { parseStat } from '../../contract/proc-text.ts';
import { relativeTo } from '../inputs/manifest.ts';

/** A process that ran before Perigee did, and answers with the code of a worktree. */
export interface Server {
  /** As the observer named it. */
  peer: string;
  pid: number;
  program: string;
  /** The part of the worktree that it runs: a program, a script, or the folder that it works in. */
  path: string;
}

/** Programs that run the code of others, by the name of their file. */
const interpreter =
  /^(node|bun|deno|python|pypy|ruby|php|perl|java|dotnet|lua|beam|R|julia)[\d.-]*(\.smp|-fpm|-cgi|jit)?$/i;
/** Such as `it talks to 127.0.0.1 port 3000 outside its process tree`. */
const byPort = /^it talks to (\S+ port (\d+))\b/;
const byPath = /^it talks to ([@/]\S*) outside\b/;

/**
 * @param doubts of an observation
 * @param roots the worktrees of the user, absolute
 * @param began when Perigee started, in ticks since the start of the host
 * @returns the first server among the peers of a test that runs code of a worktree, and that no run has started
 */
export function findServer(
  doubts: readonly string[],
  roots: readonly string[],
  began = startOf('self') ?? 0,
): Server | undefined {
  const peers = new Map(doubts.flatMap((doubt) => listSockets(doubt)));
  if (peers.size === 0) return undefined;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const peer = listOpen(pid)
      .map((socket) => peers.get(socket))
      .find((found) => found !== undefined);
    if (peer === undefined || (startOf(pid) ?? began) >= began) continue;
    const found = findCode(pid, roots);
    if (found !== undefined) return { peer, pid: Number(pid), ...found };
  }
  return undefined;
}

/** The listening sockets of the peer that a doubt names, as links in /proc name them, each with the peer. */
function listSockets(doubt: string): [string, string][] {
  const [, peer = '', port] = byPort.exec(doubt) ?? byPath.exec(doubt) ?? [];
  if (peer === '') return [];
  const inodes = port === undefined ? listUnix(peer) : isHere(peer) ? listPorts(Number(port)) : [];
  return inodes.map((inode) => [`socket:[${inode}]`, peer]);
}

function isHere(peer: string): boolean {
  const [address = ''] = peer.split(' ', 1);
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return own.some((one) => one.address === address) || /^((::ffff:)?127\.|::1?$|0\.)/.test(address);
}

const listening = new Set(['0A', '07']);

function listPorts(port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
    readLines(`/proc/net/${kind}`).flatMap((line) => {
      const [, local = '', , state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
      return local.endsWith(`:${wanted}`) && listening.has(state) ? [inode] : [];
    }),
  );
}

function listUnix(path: string): string[] {
  return readLines('/proc/net/unix').flatMap((line) => {
    const [, , , , , , inode = '', ...names] = line.split(/\s+/);
    return names.join(' ') === path ? [inode] : [];
  });
}

function readLines(file: string): string[] {
  return attempt(() => readFileSync(file, 'utf8').split('\n').slice(1), []);
}

/** Another user's process shows nothing. */
function listOpen(pid: string): string[] {
  return attempt(
    () => readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)),
    [],
  );
}

function startOf(pid: string): number | undefined {
  return attempt(() => parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.startTicks);
}

function findCode(
  pid: string,
  roots: readonly string[],
): Pick<Server, 'program' | 'path'> | undefined {
  const isInside = (path: string): boolean =>
    roots.some((root) => relativeTo(root, path) !== undefined);
  return attempt(() => {
    const [program, directory] = ['exe', 'cwd'].map((name) =>
      readlinkSync(`/proc/${pid}/${name}`).replace(/ \(deleted\)$/, ''),
    ) as [string, string];
    if (isInside(program)) return { program, path: program };
    // A database that was started in a terminal of the project runs no code of it.
    if (!interpreter.test(basename(program))) return undefined;
    const named = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      .split(/[\0:]/)
      .filter((one) => one.startsWith('/'));
    const path = [...named, directory].map((one) => resolve(directory, one)).find(isInside);
    return path === undefined ? undefined : { program, path };
  });
}
