export interface Patience {
  firstPauseMs: number;
  /** Twice as long each time, up to this. */
  longestPauseMs: number;
  /** In [0, 1): which share of half the pause is taken, so that many do not come back at once. */
  chance?(): number;
}

/** A server that asks for more than this has a wrong clock. */
const longestAskedMs = 3_600_000;
/** Then work that a defect of ours keeps failing is given up, so that it takes no more of our time. */
export const triesOfADefect = 5;

/**
 * How long to wait before the next try, never less than what the other side asked for.
 * @param tried how often it was tried, from 1
 */
export function choosePauseMs(
  tried: number,
  askedMs: number | undefined,
  { firstPauseMs, longestPauseMs, chance }: Patience,
): number {
  const grown = Math.min(firstPauseMs * 2 ** (tried - 1), longestPauseMs);
  const share = chance === undefined ? 1 : 0.5 + chance() / 2;
  return Math.max(grown * share, Math.min(askedMs ?? 0, longestAskedMs));
}

/** How often work of one key failed since it last came to an end. Outages count apart: they say nothing about it. */
export interface Tries {
  failures(key: string): number;
  /** @returns how long to wait before the next try */
  fail(key: string): number;
  /** @returns how long to wait before the next try */
  meetOutage(key: string, askedMs?: number): number;
  /** It is done, or given up. */
  end(key: string): void;
}

export function createTries(patience: Patience): Tries {
  const failures = new Map<string, number>();
  const outages = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string): number => {
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return times;
  };
  return {
    failures: (key) => failures.get(key) ?? 0,
    fail: (key) => choosePauseMs(count(failures, key), undefined, patience),
    meetOutage: (key, askedMs) => choosePauseMs(count(outages, key), askedMs, patience),
    end: (key) => {
      failures.delete(key);
      outages.delete(key);
    },
  };
}
