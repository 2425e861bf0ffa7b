import type { RestClock } from './clock.ts';

export interface KeptAnswers {
  /**
   * What was answered to this question before, or what `ask` answers now. Whoever asks while the answer is
   * on its way gets the same. A failure is not kept.
   */
  answer<T>(key: readonly unknown[], ask: () => Promise<T>): Promise<T>;
  forget(key: readonly unknown[]): void;
}

export interface KeepOptions {
  /** At most; the oldest goes first. */
  entries: number;
  /** After this long it is requested again. */
  forMs: number;
  /** Texts of more characters are not kept. */
  longestText?: number;
}

/** Answers that stay true for a while: each look asks the same things again, and GitHub counts each. */
export function keepAnswers(clock: RestClock, options: KeepOptions): KeptAnswers {
  const { entries, forMs, longestText = Infinity } = options;
  const kept = new Map<string, { answer: Promise<unknown>; atMs: number }>();
  return {
    forget: (key) => void kept.delete(JSON.stringify(key)),
    answer: async <T>(key: readonly unknown[], ask: () => Promise<T>): Promise<T> => {
      const name = JSON.stringify(key);
      const known = kept.get(name);
      if (known !== undefined && clock.monotonicMs() - known.atMs < forMs) {
        return known.answer as Promise<T>;
      }
      kept.delete(name);
      const asked = { answer: ask(), atMs: clock.monotonicMs() };
      kept.set(name, asked);
      const [oldest] = kept.keys();
      if (kept.size > entries && oldest !== undefined) kept.delete(oldest);
      const forget = (): void => {
        if (kept.get(name) === asked) kept.delete(name);
      };
      try {
        const answer = await asked.answer;
        // What is not there may only not be there yet.
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

/** A full commit id: facts about it never change. */
export function isCommit(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
