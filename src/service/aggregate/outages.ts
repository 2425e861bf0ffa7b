import type { Outage } from './patience.ts';

/** Builds that wait for something that is out of reach. */
export interface Outages {
  note(key: string, from: Outage['from'], why: string): void;
  end(key: string): void;
  /** How many tries in a row a build met one. */
  count(key: string): number;
  /** What builds wait for, each once. */
  list(from: Outage['from']): string[];
}

/** A try comes at least every minute. A build of which none came for longer is somebody else's now. */
const forgottenAfterMs = 300_000;

export function createOutages(clockMs: () => number): Outages {
  const waiting = new Map<
    string,
    { from: Outage['from']; why: string; times: number; atMs: number }
  >();
  const forget = (): void => {
    for (const [key, { atMs }] of waiting) {
      if (clockMs() - atMs > forgottenAfterMs) waiting.delete(key);
    }
  };
  const count = (key: string): number => waiting.get(key)?.times ?? 0;
  return {
    note: (key, from, why) => {
      forget();
      waiting.set(key, { from, why, times: count(key) + 1, atMs: clockMs() });
    },
    end: (key) => void waiting.delete(key),
    count,
    list: (from) => {
      forget();
      const all = [...waiting.values()].filter((each) => each.from === from);
      return [...new Set(all.map(({ why }) => why))];
    },
  };
}
