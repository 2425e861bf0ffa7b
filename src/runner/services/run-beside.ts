import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome, Side } from '../../contract/documents.ts';
import type { Execution, ServiceUnderTest } from '../../contract/execution.ts';
import type { ProcessHold } from '../../contract/process-hold.ts';
import { leaveUnmeasured } from '../leave-unmeasured.ts';
import type { Clock } from '../run-request.ts';
import type { WrapCommand } from '../../contract/observation.ts';
import type { StartedService } from '../../contract/suite.ts';
import { formatQuantity } from '../../contract/units.ts';

export interface Services {
  /** Whether any is started for each execution. */
  areStarted: boolean;
  /**
   * Starts those of that side, runs the execution beside them, and ends them. Without one of them the execution fails.
   * @param log of the execution, relative to the run's folder
   */
  runBeside(
    where: { side: Side; build: number },
    log: string,
    execute: (services: readonly ServiceUnderTest[]) => Promise<Execution>,
  ): Promise<Execution>;
}

export interface ServiceBeside extends ServiceStart {
  /** Completes what went wrong by which service it was, and the end of its log. */
  describeFault(fault: string): Promise<string>;
}

/** The services are there from before the execution until after it. They end together, whatever they started. */
export async function runBesideServices(
  starts: readonly ServiceBeside[],
  held: ProcessHold,
  execute: (services: readonly ServiceUnderTest[]) => Promise<Execution>,
  clock?: Clock,
): Promise<Execution> {
  const running: RunningService[] = [];
  const run = async (): Promise<Execution> => {
    for (const start of starts) {
      const started = start.signal.aborted ? undefined : await startService(start, held);
      if (started === undefined) return leaveUnmeasured({ status: 'interrupted' }, clock);
      if ('fault' in started) return leaveUnmeasured(await fail(start, started.fault), clock);
      running.push(started);
    }
    const execution = await execute(listCounted(running, held));
    if (execution.outcome.status === 'interrupted') return execution;
    for (const [at, start] of starts.entries()) {
      const end = running[at]?.findEnd();
      if (end === undefined) continue;
      return withoutValues(execution, await fail(start, `${end} before the test did`));
    }
    return execution;
  };
  let stuck: readonly string[] = [];
  let execution: Execution;
  try {
    execution = await run();
  } finally {
    ({ stuck } = await held.end());
  }
  const [first] = starts;
  if (stuck.length === 0 || first === undefined) return execution;
  const fault = `${stuck.join(', ')} could not be ended, and may answer the next test`;
  return withoutValues(execution, await fail(first, fault));
}

/** The ended spans of a failed execution would count. */
function withoutValues(execution: Execution, outcome: Outcome): Execution {
  return { ...execution, outcome, spans: [], metrics: [] };
}

async function fail({ describeFault }: ServiceBeside, fault: string): Promise<Outcome> {
  return { status: 'failed', message: (await describeFault(fault)).slice(0, longestMessage) };
}

/** A cgroup counts all that they start, exactly. */
function listCounted(
  running: readonly RunningService[],
  { cgroup }: ProcessHold,
): ServiceUnderTest[] {
  if (cgroup === undefined) return running.map(({ name, pid }) => ({ name, pid }));
  return [{ name: running.map(({ name }) => name).join(', '), cgroup }];
}

/** The limit of the contract. */
const longestMessage = 2000;

interface ServiceStart {
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

interface RunningService {
  name: string;
  pid: number;
  /** How it ended, if it did: it has to run until it is ended. */
  findEnd(): string | undefined;
}

/**
 * @param held ends it with all that it started
 * @returns undefined when the signal stopped it, or why it does not run
 */
async function startService(
  start: ServiceStart,
  held: ProcessHold,
): Promise<RunningService | { fault: string } | undefined> {
  const { directory, service, signal } = start;
  const environment = { ...start.environment, ...held.environment };
  const command = service.ready && held.wrap(start.wrap(service.ready));
  const timeoutMs = service.readyTimeoutMs;
  const onChild = held.noteChild;
  const check: ReadyCheck = { command, directory, environment, timeoutMs, signal, onChild };
  // Otherwise a server of the other side, or any other, could answer in its place.
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

const pauseMs = 50;
const firstAnswerMs = 2000;
const noAnswer = 'gave no answer';

interface ReadyCheck {
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
async function isAnswered(check: ReadyCheck): Promise<boolean> {
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
async function awaitReady(
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
