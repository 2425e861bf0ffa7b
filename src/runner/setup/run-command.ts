import { type ChildProcess, spawn } from 'node:child_process';
import { constants, readFileSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { attempt } from '../../contract/attempt.ts';
import type { WrapCommand } from '../../contract/observation.ts';
import { formatQuantity } from '../../contract/units.ts';

export interface SetupCommand {
  command: readonly string[];
  /** Puts the program of an observer before it. */
  wrap?: WrapCommand;
  directory: string;
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Output is appended. */
  logFile: string;
  signal: AbortSignal | undefined;
  onChild?(this: void, pid: number | undefined): void;
}

export type SetupEnd =
  | { kind: 'done' }
  | { kind: 'interrupted' }
  | {
      kind: 'failed';
      /** e.g. "exit code 1". */
      why: string;
      /** The offset of the command's output in the log, in bytes. */
      logOffset: number;
    };

type ProcessEnd = Exclude<SetupEnd, { kind: 'failed' }> | { kind: 'failed'; why: string };

const graceMs = 2000;

/** Runs one program to its end; on timeout and abort it ends with all that it started. */
export async function runSetupCommand(wanted: SetupCommand): Promise<SetupEnd> {
  if (wanted.signal?.aborted === true) return { kind: 'interrupted' };
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const log = await open(wanted.logFile, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o666);
  try {
    await log.appendFile(`$ ${wanted.command.join(' ')}\n`);
    const { size: logOffset } = await log.stat();
    const end = await start(wanted, log.fd);
    return end.kind === 'failed' ? { ...end, logOffset } : end;
  } finally {
    await log.close();
  }
}

async function start(wanted: SetupCommand, log: number): Promise<ProcessEnd> {
  const [program = '', ...args] = wanted.wrap?.(wanted.command) ?? wanted.command;
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd: wanted.directory,
      env: { ...wanted.environment },
      stdio: ['ignore', log, log],
      detached: true,
    });
    wanted.onChild?.(child.pid);
  } catch (error) {
    // Node reports some refusals at once, such as too many bytes of arguments.
    return { kind: 'failed', why: (error as Error).message };
  }
  return watch(wanted, child);
}

function watch(wanted: SetupCommand, child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const known = new Set<number>();
    const endAll = (signal: NodeJS.Signals): void => {
      if (child.pid === undefined) return;
      for (const pid of listTree(child.pid)) known.add(pid);
      signalAll([-child.pid, ...known], signal);
    };
    let stopped: ProcessEnd | undefined;
    let killer: NodeJS.Timeout | undefined;
    const stop = (end: ProcessEnd): void => {
      stopped ??= end;
      endAll('SIGTERM');
      killer ??= setTimeout(() => {
        endAll('SIGKILL');
      }, graceMs);
    };
    const timer = setTimeout(() => {
      stop({
        kind: 'failed',
        why: `not done after ${formatQuantity(wanted.timeoutMs * 1e6, 'ns')} (setupTimeout in perigee.yml)`,
      });
    }, wanted.timeoutMs);
    const abort = (): void => {
      stop({ kind: 'interrupted' });
    };
    wanted.signal?.addEventListener('abort', abort, { once: true });
    // While the log was opened nothing listened.
    if (wanted.signal?.aborted === true) abort();
    const finish = (end: ProcessEnd): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      wanted.signal?.removeEventListener('abort', abort);
      if (stopped !== undefined) endAll('SIGKILL');
      resolve(stopped ?? end);
    };
    child.once('error', (error) => {
      finish({ kind: 'failed', why: error.message });
    });
    child.once('exit', (code, signal) => {
      if (code === 0) finish({ kind: 'done' });
      else finish({ kind: 'failed', why: signal === null ? `exit code ${code}` : signal });
    });
  });
}

/** A process and all that descends from it now, whatever groups and sessions they made of their own. */
function listTree(pid: number): number[] {
  const seen = new Set([pid]);
  // A set yields what is added while it is walked.
  for (const each of seen) for (const child of listChildren(each)) seen.add(child);
  return [...seen];
}

/** @param pids negative for a process group; those that are gone already are passed over */
function signalAll(pids: Iterable<number>, signal: NodeJS.Signals): void {
  for (const pid of pids) {
    // It is gone already.
    attempt(() => process.kill(pid, signal));
  }
}

/** Whichever of its threads started them. Empty when it is gone, and where there is no /proc. */
function listChildren(pid: number): number[] {
  const threads = attempt(() => readdirSync(`/proc/${pid}/task`), []);
  return threads.flatMap((thread) => {
    // A thread may end meanwhile; its children are then those of another.
    const text = attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1'), '');
    return text
      .split(' ')
      .filter((child) => child !== '')
      .map(Number);
  });
}
