import type { RestClock } from '../../../src/transport/rest/clock.ts';

/** A clock that stands still but for those who wait. */
export interface StillClock extends RestClock {
  /** How long was waited, in order. */
  waits: number[];
  advance(ms: number): void;
}

export function makeClock(): StillClock {
  let now = 1_000_000;
  const clock: StillClock = {
    waits: [],
    advance: (ms) => {
      now += ms;
    },
    monotonicMs: () => now,
    epochMs: () => Date.now(),
    wait: (ms) => {
      clock.waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
  return clock;
}
