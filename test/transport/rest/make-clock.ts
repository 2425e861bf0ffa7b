import type { RestClock } from '../../../src/transport/rest/clock.ts';

/** A clock that waits in no time. */
export interface FakeClock extends RestClock {
  /** How long was waited, each time, in milliseconds. */
  waits: number[];
  /** Time passes. */
  pass(ms: number): void;
}

export function makeClock(): FakeClock {
  let passedMs = 0;
  const startMs = Date.now();
  const waits: number[] = [];
  return {
    waits,
    pass: (ms) => (passedMs += ms),
    monotonicMs: () => passedMs,
    epochMs: () => startMs + passedMs,
    wait: async (ms, signal) => {
      waits.push(ms);
      passedMs += ms;
      await Promise.resolve();
      signal.throwIfAborted();
    },
  };
}
