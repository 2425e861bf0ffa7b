import { Late, within } from '../../async/within.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { canaries } from '../../contract/canaries.ts';
import type { CanaryAnswer, CanaryRequest } from './canary-process.ts';

/** Measures canaries, for as long as a run goes on. */
export interface Canaries {
  /** Once, before the first that counts: until the compiler is done with them. */
  warmUp(directory: string): Promise<void>;
  /**
   * @param directory writable, on the disk that the tests use
   * @returns nanoseconds by name; nothing where the process is gone
   */
  measure(names: readonly string[], directory: string): Promise<Record<string, number>>;
  close(): void;
}

const startMs = 10_000;
/** On a disk that hangs the tests fare no better; the run goes on without canaries. */
const longestMs = 30_000;

/**
 * Their process starts with the first request: a run that measures nothing needs none.
 * @param home Perigee's own package
 * @returns undefined where it has no such program: then nothing tells a changed machine from changed code
 */
export function openCanaries(home: string): Canaries | undefined {
  const entry = join(home, 'dist/canary.js');
  if (!existsSync(entry)) return undefined;
  let started: ReturnType<typeof startCanaries> | undefined;
  const start = () => (started ??= startCanaries(entry));
  return {
    warmUp: async (directory) => (await start())?.warmUp(directory),
    measure: async (names, directory) => (await (await start())?.measure(names, directory)) ?? {},
    close: () => void started?.then((one) => one?.close()),
  };
}

/** @returns undefined if it cannot be started */
export async function startCanaries(entry: string): Promise<Canaries | undefined> {
  // Nothing of the job's environment: no secret, and no option that would change what is measured.
  const child = fork(entry, {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const gone = once(child, 'exit').catch(() => undefined);
  const ready = inTime(
    startMs,
    once(child, 'message').catch(() => undefined),
  );
  const isReady = (await Promise.race([ready, gone.then(() => undefined)])) !== undefined;
  if (!isReady || !child.connected) {
    child.kill('SIGKILL');
    return undefined;
  }
  return {
    warmUp: async (directory) => {
      const all = canaries.map(({ name }) => name);
      await ask(child, { names: all, directory, isFirst: true });
    },
    measure: (names, directory) => ask(child, { names, directory }),
    close: () => void child.kill('SIGKILL'),
  };
}

async function ask(child: ChildProcess, request: CanaryRequest): Promise<Record<string, number>> {
  if (!child.connected) return {};
  const answer = new Promise<CanaryAnswer | undefined>((resolve) => {
    const end = (value?: CanaryAnswer): void => {
      child.off('message', end).off('exit', onGone);
      resolve(value);
    };
    const onGone = (): void => end();
    child.on('message', end).on('exit', onGone);
    child.send(request, (error) => {
      if (error !== null) end();
    });
  });
  const found = await inTime(longestMs, answer);
  if (found === undefined) child.kill('SIGKILL');
  return found !== undefined && 'readings' in found ? found.readings : {};
}

/** @returns undefined when there is no answer in time */
async function inTime<T>(limitMs: number, wanted: Promise<T>): Promise<T | undefined> {
  return within(limitMs, wanted).catch((error: unknown) => {
    if (error instanceof Late) return undefined;
    throw error;
  });
}
