import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatQuantity } from '../../contract/units.ts';

const pauseMs = 50;
const firstAnswerMs = 2000;
const noAnswer = 'gave no answer';

export interface ReadyCheck {
  /** Absent: a service is ready as soon as it runs. */
  command: readonly string[] | undefined;
  directory: string;
  environment: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal: AbortSignal;
  /** Hears of each process that is started. */
  onChild(this: void, pid: number | undefined): void;
}

/** Whether the command exits with 0 at once. One that waits for an answer itself gets none in so short a time. */
export async function isAnswered(check: ReadyCheck): Promise<boolean> {
  if (check.command === undefined) return false;
  const limit = AbortSignal.timeout(Math.min(firstAnswerMs, check.timeoutMs));
  return (await ask(check, check.command, limit)) === undefined;
}

/**
 * Asks until the service is ready, has ended, or its time is over.
 * @param ended resolves when the service ends
 * @param findEnd how it ended
 * @returns why it is not ready; nothing of worth when the signal stopped it
 */
export async function awaitReady(
  check: ReadyCheck,
  ended: Promise<unknown>,
  findEnd: () => string | undefined,
): Promise<string | undefined> {
  const { command, signal, timeoutMs } = check;
  const gone = new AbortController();
  void ended.then(() => gone.abort());
  const limit = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([limit, gone.signal]);
  let why: string | undefined;
  while (command !== undefined && !signal.aborted && !stop.aborted) {
    const answer = await ask(check, command, stop);
    // The last one may have been cut off.
    why = answer === noAnswer ? (why ?? answer) : answer;
    if (why === undefined) break;
    await sleep(pauseMs, undefined, { signal: stop }).catch(() => undefined);
  }
  const end = findEnd();
  if (end !== undefined) return `${end} before it was ready`;
  if (why === undefined) return undefined;
  const limitText = formatQuantity(timeoutMs * 1e6, 'ns');
  return `it was not ready after ${limitText}: its "ready" command ${why}`;
}

/** @returns how the command ended, if not with 0 */
function ask(
  { directory, environment, onChild, signal }: ReadyCheck,
  [program = '', ...args]: readonly string[],
  limit: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...{ cwd: directory, env: { ...environment }, stdio: 'ignore' },
      ...{ detached: true, signal: AbortSignal.any([signal, limit]), killSignal: 'SIGKILL' },
    });
    onChild(child.pid);
    // Such as that there is no such program, or that its time was over.
    child.once('error', (error) => {
      resolve(error.name === 'AbortError' ? noAnswer : `failed: ${error.message}`);
    });
    child.once('exit', (code, killed) => {
      resolve(code === 0 ? undefined : `ended with ${killed ?? `exit code ${code}`}`);
    });
  });
}
