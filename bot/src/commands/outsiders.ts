import { createSizedCache } from '../../../src/async/sized-cache.ts';

/** People found to have no write access, a short while ago: the next of many comments is not worth asking. */
export interface Outsiders {
  note(repositoryId: number, login: string): void;
  isKnown(repositoryId: number, login: string): boolean;
  /** @returns false where this person had as many answers as are needed */
  mayHaveAnswer(repositoryId: number, login: string): boolean;
}

const knownForMs = 60_000;
/** A day, over all pull requests of a repository. */
const mostAnswers = 20;
const dayMs = 24 * 60 * 60_000;
const mostKnown = 10_000;

export function createOutsiders(nowMs: () => number): Outsiders {
  const all = createSizedCache<{ seenMs: number; answers: number; sinceMs: number }>(mostKnown);
  const find = (repositoryId: number, login: string) => {
    const key = `${repositoryId} ${login.toLowerCase()}`;
    const now = nowMs();
    const known = all.find(key);
    const one =
      known !== undefined && now - known.sinceMs < dayMs
        ? known
        : { seenMs: -Infinity, answers: 0, sinceMs: now };
    all.keep(key, one);
    return one;
  };
  return {
    note: (repositoryId, login) => {
      find(repositoryId, login).seenMs = nowMs();
    },
    isKnown: (repositoryId, login) => nowMs() - find(repositoryId, login).seenMs < knownForMs,
    mayHaveAnswer: (repositoryId, login) => {
      const one = find(repositoryId, login);
      one.answers += 1;
      return one.answers <= mostAnswers;
    },
  };
}
