import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';

export interface SetupCommand {
  command: readonly string[];
  directory: string;
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Output is appended. */
  logFile: string;
  signal: AbortSignal | undefined;
}

export type SetupEnd =
  | { kind: 'done' }
  | { kind: 'interrupted' }
  | { kind: 'failed'; /** e.g. "exit code 1". */ why: string };

const graceMs = 2000;

/** Runs one program to its end, in a process group of its own that ends with it on timeout and abort. */
export async function runSetupCommand(wanted: SetupCommand): Promise<SetupEnd> {
  if (wanted.signal?.aborted === true) return { kind: 'interrupted' };
  const log = await open(wanted.logFile, 'a');
  try {
    await log.appendFile(`$ ${wanted.command.join(' ')}\n`);
    return await watch(wanted, log.fd);
  } finally {
    await log.close();
  }
}

function watch(wanted: SetupCommand, log: number): Promise<SetupEnd> {
  const [program = '', ...args] = wanted.command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: wanted.directory,
      env: { ...wanted.environment },
      stdio: ['ignore', log, log],
      detached: true,
    });
    let stopped: SetupEnd | undefined;
    let killer: NodeJS.Timeout | undefined;
    const stop = (end: SetupEnd): void => {
      stopped ??= end;
      endGroup(child.pid, 'SIGTERM');
      killer ??= setTimeout(() => {
        endGroup(child.pid, 'SIGKILL');
      }, graceMs);
    };
    const timer = setTimeout(() => {
      stop({ kind: 'failed', why: `not done after ${wanted.timeoutMs / 1000} s` });
    }, wanted.timeoutMs);
    const abort = (): void => {
      stop({ kind: 'interrupted' });
    };
    wanted.signal?.addEventListener('abort', abort, { once: true });
    const finish = (end: SetupEnd): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      wanted.signal?.removeEventListener('abort', abort);
      if (stopped !== undefined) endGroup(child.pid, 'SIGKILL');
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

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}
