import type { RestClock } from './clock.ts';
import { isLimited, type LimitAnswer, readLimitMs } from './rate-limit.ts';

/** Whose limit requests count for: an installation by its number, anything else by a name. */
export type Account = string | number;

interface Pause {
  untilMs: number;
  /** How often in a row it was not said for how long. */
  guesses: number;
}

export interface LimitPauses {
  /** @throws what `refuse` makes while the account has to wait */
  refuseWhilePaused(account: Account): void;
  /** @throws what `refuse` makes when the answer is none, but a limit */
  note(account: Account, answer: LimitAnswer): void;
}

export interface LimitedService {
  /** For messages, e.g. GitHub. */
  service: string;
  clock: RestClock;
  refuse(message: string, options: { retryAfterMs: number }): Error;
}

/**
 * A pause that a platform asks for applies to everybody who uses the same account: a client that ignores a
 * limit is limited for longer.
 */
export function keepLimitPauses(limited: LimitedService): LimitPauses {
  const { clock, refuse, service } = limited;
  const pauses = new Map<Account, Pause>();
  return {
    refuseWhilePaused: (account) => {
      const leftMs = (pauses.get(account)?.untilMs ?? 0) - clock.monotonicMs();
      if (leftMs <= 0) return;
      const seconds = Math.ceil(leftMs / 1000);
      const message = `${service} asked for no further request; ${seconds} s of that are left`;
      throw refuse(message, { retryAfterMs: leftMs });
    },
    note: (account, answer) => {
      const now = clock.monotonicMs();
      const pause = pauses.get(account);
      // Requests on their way when the limit was met say nothing new about it.
      const isOver = pause === undefined || pause.untilMs <= now;
      const guesses = pause?.guesses ?? 0;
      const waitMs = readLimitMs(answer, isOver ? guesses : Math.max(0, guesses - 1));
      const isRefused = isLimited(answer);
      if (waitMs !== undefined) {
        const untilMs = Math.max(pause?.untilMs ?? 0, now + waitMs);
        pauses.set(account, { untilMs, guesses: isOver && isRefused ? guesses + 1 : guesses });
      } else if (isOver) pauses.delete(account);
      if (!isRefused) return;
      const message = `${service} has had too many requests (${answer.status})`;
      throw refuse(message, { retryAfterMs: waitMs ?? 0 });
    },
  };
}
