import { LRUCache } from 'lru-cache';

export interface KeptAnswers {
  /**
   * The earlier answer to this question, or what `ask` answers now. Concurrent callers share one request. A failure is
   * not kept.
   */
  answer<T>(key: readonly unknown[], ask: () => Promise<T>): Promise<T>;
  forget(key: readonly unknown[]): void;
}

export interface KeepOptions {
  /** At most; what was used longest ago goes first. */
  entries: number;
  /** After this long it is requested again. */
  forMs: number;
  /** Texts of more characters are not kept. */
  longestText?: number;
}

/** Answers that stay true for a while: each look asks the same things again, and GitHub counts each. */
export function createAnswerCache(
  clock: { monotonicMs(): number },
  { entries, forMs, longestText = Infinity }: KeepOptions,
): KeptAnswers {
  const kept = new LRUCache<string, Promise<unknown>>({
    ...{ max: entries, ttl: forMs, ttlResolution: 0 },
    // The library takes zero for no time at all.
    perf: { now: () => clock.monotonicMs() + 1 },
  });
  return {
    forget: (key) => void kept.delete(JSON.stringify(key)),
    answer: async <T>(key: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
      const name = JSON.stringify(key);
      const known = kept.get(name);
      if (known !== undefined) return known as Promise<T>;
      const asked = ask();
      kept.set(name, asked);
      const forget = (): void => {
        if (kept.peek(name) === asked) kept.delete(name);
      };
      try {
        const answer = await asked;
        // A missing thing may only not be there yet.
        if (answer === undefined) forget();
        if (typeof answer === 'string' && answer.length > longestText) forget();
        return answer;
      } catch (error) {
        forget();
        throw error;
      }
    },
  };
}
