import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readProcess } from './list-processes.ts';

/** One change of the machine, with all that it takes to undo it. */
export type HostChange =
  | { kind: 'stop'; pid: number; started: string; name: string }
  | { kind: 'mount'; path: string }
  | { kind: 'folder'; path: string };

/** @throws Error in the words of the system */
export function makeChange(change: HostChange): void {
  switch (change.kind) {
    case 'stop':
      signal(change, 'SIGSTOP');
      break;
    case 'mount':
      mkdirSync(change.path, { recursive: true });
      run('mount', '-t', 'tmpfs', '-o', 'mode=755', 'perigee', change.path);
      break;
    case 'folder':
      mkdirSync(change.path, { mode: 0o700 });
  }
}

/** Undoes a change, or what was made of it. Doing it again changes nothing. */
export function undoChange(change: HostChange): void {
  switch (change.kind) {
    case 'stop':
      signal(change, 'SIGCONT');
      break;
    case 'mount':
      if (isMounted(change.path)) run('umount', '--lazy', change.path);
      break;
    case 'folder':
      rmSync(change.path, { recursive: true, force: true });
  }
}

/** A pid is given away again, and its time of start is not. */
function signal({ pid, started }: HostChange & { kind: 'stop' }, name: NodeJS.Signals): void {
  if (readProcess(pid)?.started === started) process.kill(pid, name);
}

function isMounted(path: string): boolean {
  const escaped = path.replaceAll('\\', '\\134').replaceAll(' ', '\\040');
  return readFileSync('/proc/self/mounts', 'utf8').includes(` ${escaped} tmpfs `);
}

function run(program: string, ...args: string[]): void {
  const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr.trim().split('\n')[0] ?? `${program}: ${status}`);
}

/** Folders in memory that Perigee makes begin with this. */
export const ownFolder = 'perigee-files-';

/** Whether a line of a journal is a change that Perigee makes: a journal can be damaged, or forged. */
export function isOwnChange(value: unknown): value is HostChange {
  const change = value as HostChange;
  switch ((value as { kind?: unknown } | null)?.kind) {
    case 'stop': {
      const { pid, started } = change as HostChange & { kind: 'stop' };
      return Number.isInteger(pid) && pid > 1 && /^\d+$/.test(started);
    }
    case 'mount': {
      const { path } = change as HostChange & { kind: 'mount' };
      return isPlain(path) && /\/\.perigee\/worktrees\/[^/]+\/[^/]+$/.test(path);
    }
    case 'folder': {
      const { path } = change as HostChange & { kind: 'folder' };
      return isPlain(path) && dirname(path) === '/dev/shm' && basename(path).startsWith(ownFolder);
    }
    default:
      return false;
  }
}

function isPlain(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('/') && !/\/\.\.?(\/|$)|\n/.test(path);
}
