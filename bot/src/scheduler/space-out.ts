import type { Job, Lane } from './job-queue.ts';

type Wake = (job: Job, lane: Lane, onDone: () => void) => void;

/**
 * Passes a job on at once, and the next of its key no sooner than so much later: then one for all that came
 * meanwhile. Nothing is forgotten, and a single one does not wait.
 * @param stop then those who wait are left: they come again, from the log
 */
export function spaceOut(wake: Wake, everyMs: number, stop: AbortSignal): Wake {
  const pauses = new Map<string, { timer: NodeJS.Timeout; waiting: (() => void)[] }>();
  const pass = (job: Job, lane: Lane, waiters: readonly (() => void)[]): void => {
    const waiting: (() => void)[] = [];
    const timer = setTimeout(() => {
      pauses.delete(job.key);
      if (waiting.length > 0) pass(job, lane, waiting);
    }, everyMs);
    pauses.set(job.key, { timer, waiting });
    wake(job, lane, () => waiters.forEach((tell) => tell()));
  };
  stop.addEventListener('abort', () => pauses.forEach(({ timer }) => clearTimeout(timer)), {
    once: true,
  });
  return (job, lane, onDone) => {
    const pause = pauses.get(job.key);
    if (pause === undefined) {
      if (!stop.aborted) pass(job, lane, [onDone]);
    } else {
      pause.waiting.push(onDone);
    }
  };
}
