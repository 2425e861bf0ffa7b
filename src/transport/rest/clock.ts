import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RestClock {
  /** Never steps back, whatever happens to the clock on the wall. */
  monotonicMs(): number;
  /** Since 1970. */
  epochMs(): number;
  /** @throws the reason of the signal when that is aborted */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: RestClock = {
  monotonicMs: () => performance.now(),
  epochMs: () => Date.now(),
  wait: async (ms, signal) => {
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  },
};
