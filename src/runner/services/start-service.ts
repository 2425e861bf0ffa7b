import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { WrapCommand } from '../../contract/observation.ts';
import type { ProcessHold } from '../../contract/process-hold.ts';
import type { StartedService } from '../../contract/suite.ts';
import { awaitReady, isAnswered, type ReadyCheck } from './await-ready.ts';

export interface ServiceStart {
  service: StartedService;
  /** Absolute. */
  directory: string;
  environment: Readonly<Record<string, string>>;
  /** Shows a command its checkout, and sets what the host sets for tests. */
  wrap: WrapCommand;
  /** Absolute; output is appended. */
  logFile: string;
  signal: AbortSignal;
}

export interface RunningService {
  name: string;
  pid: number;
  /** How it ended, if it did: it has to run until it is ended. */
  findEnd(): string | undefined;
}

/**
 * @param held ends it with all that it started
 * @returns undefined when the signal stopped it, or why it does not run
 */
export async function startService(
  start: ServiceStart,
  held: ProcessHold,
): Promise<RunningService | { fault: string } | undefined> {
  const { directory, service, signal } = start;
  const environment = { ...start.environment, ...held.environment };
  const command = service.ready && held.wrap(start.wrap(service.ready));
  const timeoutMs = service.readyTimeoutMs;
  const onChild = held.noteChild;
  const check: ReadyCheck = { command, directory, environment, timeoutMs, signal, onChild };
  // Otherwise a server of the other side, or of anybody, could answer in its place.
  if (await isAnswered(check)) return { fault: alreadyAnswered };
  const running = await spawnService(start, held);
  if ('fault' in running) return running;
  const fault = await awaitReady(check, running.ended, running.findEnd);
  if (signal.aborted) return undefined;
  return fault === undefined ? running : { fault };
}

const alreadyAnswered =
  'its "ready" command passed before it was started, so another process answers in its place: end that one, or let "ready" ask for this service alone';

type Started = RunningService & { ended: Promise<unknown> };

async function spawnService(
  start: ServiceStart,
  held: ProcessHold,
): Promise<Started | { fault: string }> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const [program = '', ...args] = held.wrap(start.wrap(start.service.command));
  const log = await open(start.logFile, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o666);
  let child: ChildProcess;
  let ended: Promise<unknown>;
  try {
    child = spawn(program, args, {
      cwd: start.directory,
      env: { ...start.environment, ...held.environment },
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    });
    held.noteChild(child.pid);
    ended = new Promise((resolve) => child.once('exit', resolve));
    await once(child, 'spawn');
  } catch (error) {
    return { fault: `it could not be started: ${(error as Error).message}` };
  } finally {
    await log.close();
  }
  const { pid = 0 } = child;
  return { name: start.service.name, pid, ended, findEnd: () => describeEnd(child) };
}

function describeEnd({ exitCode, signalCode }: ChildProcess): string | undefined {
  if (exitCode === null && signalCode === null) return undefined;
  return `it ended (${signalCode ?? `exit code ${exitCode}`})`;
}
