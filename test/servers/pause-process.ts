import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseStat } from '../../src/contract/proc-text.ts';

/**
 * Stops a server where it stands, and resolves when it does nothing more: on a busy machine its threads go on
 * for a while after the signal.
 */
export async function pauseProcess({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) throw new Error('a server that does not run cannot be paused');
  process.kill(pid, 'SIGSTOP');
  while (!listStates(pid).every((state) => state === 'T')) await pause(1);
}

/** Of each thread; a thread that ended meanwhile has none. */
function listStates(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      const stat = parseStat(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'));
      return stat === undefined ? [] : [stat.state];
    } catch {
      return [];
    }
  });
}

/** A stopped process hears SIGTERM only when it goes on, and one that does not end is killed. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  await ended;
  clearTimeout(timer);
}
