import { expect } from 'vitest';
import type { Job } from '../../../bot/src/scheduler/job-queue.ts';
import { createScheduler, type Outcome } from '../../../bot/src/scheduler/scheduler.ts';

/** A scheduler that is told of its outcomes, with short pauses. */
export function startScheduler(workers = 2) {
  const stop = new AbortController();
  const abandon = new AbortController();
  const outcomes: Outcome[] = [];
  const errors: unknown[] = [];
  /** How many jobs there were when an outcome was told. */
  const left: number[] = [];
  const scheduler = createScheduler({
    ...{ workers, patience: { firstPauseMs: 1, longestPauseMs: 8 } },
    logger: {
      log: (level, _message, facts) => {
        if (level === 'error') errors.push(facts);
      },
    },
    onOutcome: (_job, outcome) => {
      outcomes.push(outcome);
      left.push(scheduler.count());
    },
    clockMs: () => performance.now(),
    signals: { stop: stop.signal, abandon: abandon.signal },
  });
  return { ...scheduler, stop, abandon, outcomes, errors, left };
}
export const makeJob = (
  key: string,
  run: () => Promise<unknown>,
  more: Partial<Job> = {},
): Job => ({
  ...{ key, account: '7', owner: 'acme/sync', of: 'look' },
  run: async () => {
    await run();
    return [];
  },
  ...more,
});
/** A job that runs until it is told to end. */
export function makeSlowJob(key: string, owner = 'acme/sync') {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const job = makeJob(
    key,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    },
    { owner },
  );
  return { job, began: () => ends.length, end: () => ends.at(-1)?.(), most: () => most };
}
export const settled = (scheduler: { count(): number }) =>
  expect.poll(() => scheduler.count(), { interval: 2 }).toBe(0);
