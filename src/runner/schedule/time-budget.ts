import type { Plan, Profile } from '../../contract/documents.ts';
import type { Clock } from '../run-request.ts';

/** How long was measured, of how long it may be. */
export interface TimeBudget {
  /** The first pair begins. Later calls change nothing. */
  start(this: void): void;
  usedMs(this: void): number;
  /**
   * Infinity where time limits nothing.
   * @param times how many times as long as planned
   */
  leftMs(this: void, times?: number): number;
}

/**
 * Setup, observation and warm-ups are not counted, and neither is the time between an interruption and the
 * resumption.
 * @param earlier what the journal of an interrupted run holds
 */
export function openTimeBudget(
  { timeNs = Infinity }: Pick<Plan, 'timeNs'>,
  earlier: readonly Profile[],
  clock: Pick<Clock, 'elapsedMs'>,
): TimeBudget {
  const earlierMs = earlier.reduce((sum, { durationNs }) => sum + durationNs / 1e6, 0);
  let startedMs: number | undefined;
  const usedMs = (): number =>
    earlierMs + (startedMs === undefined ? 0 : clock.elapsedMs() - startedMs);
  return {
    start: () => {
      startedMs ??= clock.elapsedMs();
    },
    usedMs,
    leftMs: (times = 1) => Math.max(0, (times * timeNs) / 1e6 - usedMs()),
  };
}
