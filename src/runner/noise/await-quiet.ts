import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { busyShare } from '../../contract/busy-machine.ts';
import { readFact } from '../host/read-facts.ts';
import { type Clock, type ProgressEvent, systemClock } from '../run-request.ts';
import { compareLoad, readLoad } from './measure-host-noise.ts';

type Tell = (event: ProgressEvent) => void;

/** How long the machine is watched before it is judged. */
const watchMs = 2000;
/** As long as nothing changes, a log of a job gets a line so often. */
const reportEveryMs = 30_000;

interface World extends Pick<Clock, 'elapsedMs'> {
  read: typeof readFact;
  load(): Load;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const world: World = {
  elapsedMs: systemClock.elapsedMs,
  read: readFact,
  load: () => ({ average: loadavg()[0] ?? 0, cores: availableParallelism() }),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};

/** Tells of a machine that was busy in the last ten seconds, before anything of ours runs on it. */
export async function reportBusy(
  tell: Tell,
  { load, read }: Pick<World, 'load' | 'read'> = world,
): Promise<void> {
  const average = /^some avg10=([\d.]+)/.exec((await read('/proc/pressure/cpu')) ?? '')?.[1];
  const share = average === undefined ? waitingShare(load()) : Number(average) / 100;
  if (share > busyShare) tell({ kind: 'busy', share });
}

interface Load {
  /** For the last minute. */
  average: number;
  cores: number;
}

/** If the kernel does not tell how long tasks wait: the share of those that could run and find no core. */
function waitingShare({ average, cores }: Load): number {
  return Math.max(0, 1 - cores / average);
}

/** Returns once nothing waits for a CPU, or `mostMs` have passed. */
export async function awaitQuiet(
  mostMs: number,
  signal: AbortSignal,
  tell: Tell,
  { elapsedMs, load, read, sleep: pause }: World = world,
): Promise<void> {
  const began = elapsedMs();
  let toldAt = -Infinity;
  while (!signal.aborted) {
    const first = await readLoad(read, elapsedMs());
    await pause(watchMs, signal);
    const last = await readLoad(read, elapsedMs());
    const { cpuPressureShare: share = waitingShare(load()) } = compareLoad(first, last);
    if (share <= busyShare) return;
    const waitsMs = Math.max(0, began + mostMs - elapsedMs());
    if (waitsMs === 0 || elapsedMs() - toldAt >= reportEveryMs) {
      tell({ kind: 'busy', share, waitsMs });
      toldAt = elapsedMs();
    }
    if (waitsMs === 0) return;
  }
}
