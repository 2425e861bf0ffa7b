import type { Side } from '../../contract/documents.ts';

/** One execution that is still to come. */
export interface Upcoming {
  test: string;
  side: Side;
}

export interface TimeEstimate {
  note(execution: Upcoming, durationMs: number): void;
  /** Undefined until something was noted. */
  remainingMs(upcoming: readonly Upcoming[]): number | undefined;
  /** Whether something was noted of each. */
  knows(upcoming: readonly Upcoming[]): boolean;
}

interface Mean {
  sum: number;
  count: number;
}

/**
 * Each execution to come is taken to last as long as those of the same test and side did on average; one
 * of a test that has not run yet, as long as all did.
 */
export function createTimeEstimate(): TimeEstimate {
  const means = new Map<string, Mean>();
  const all: Mean = { sum: 0, count: 0 };
  return {
    note: ({ test, side }, durationMs) => {
      const key = `${side} ${test}`;
      const mean = means.get(key) ?? { sum: 0, count: 0 };
      means.set(key, mean);
      for (const each of [mean, all]) {
        each.sum += durationMs;
        each.count += 1;
      }
    },
    remainingMs: (upcoming) => {
      if (all.count === 0) return undefined;
      let total = 0;
      for (const { test, side } of upcoming) {
        const mean = means.get(`${side} ${test}`) ?? all;
        total += mean.sum / mean.count;
      }
      return total;
    },
    knows: (upcoming) => upcoming.every(({ test, side }) => means.has(`${side} ${test}`)),
  };
}
