import type { RestClock } from '../../../src/transport/rest/clock.ts';
import {
  isLimited,
  type LimitAnswer,
  readLimitMs,
} from '../../../src/transport/rest/rate-limit.ts';
import type { Account } from './connect-app.ts';
import { GithubUnavailable } from './github-side.ts';

interface Pause {
  untilMs: number;
  /** How often in a row GitHub did not say for how long. */
  guesses: number;
}

export interface LimitPauses {
  /** @throws GithubUnavailable while the account has to wait */
  refuseWhilePaused(account: Account): void;
  /** @throws GithubUnavailable when the answer is none, but a limit */
  note(account: Account, answer: LimitAnswer): void;
}

/**
 * What GitHub asked to wait is waited, by everybody who uses the same account: whoever goes on in spite of a
 * limit is limited for longer.
 */
export function keepLimitPauses(clock: RestClock): LimitPauses {
  const pauses = new Map<Account, Pause>();
  return {
    refuseWhilePaused: (account) => {
      const leftMs = (pauses.get(account)?.untilMs ?? 0) - clock.monotonicMs();
      if (leftMs <= 0) return;
      const seconds = Math.ceil(leftMs / 1000);
      const message = `GitHub asked for no further request; ${seconds} s of that are left`;
      throw new GithubUnavailable(message, { retryAfterMs: leftMs });
    },
    note: (account, answer) => {
      const now = clock.monotonicMs();
      const pause = pauses.get(account);
      // What was on its way when the limit was met says nothing new about it.
      const isOver = pause === undefined || pause.untilMs <= now;
      const guesses = pause?.guesses ?? 0;
      const waitMs = readLimitMs(answer, isOver ? guesses : Math.max(0, guesses - 1));
      const isRefused = isLimited(answer);
      if (waitMs !== undefined) {
        const untilMs = Math.max(pause?.untilMs ?? 0, now + waitMs);
        pauses.set(account, { untilMs, guesses: isOver && isRefused ? guesses + 1 : guesses });
      } else if (isOver) pauses.delete(account);
      if (!isRefused) return;
      throw new GithubUnavailable(`GitHub has had too many requests (${answer.status})`, {
        retryAfterMs: waitMs ?? 0,
      });
    },
  };
}
