import type { Account } from './pause-on-limits.ts';
import type { RestClock } from './clock.ts';
import { Unavailable } from '../platform-errors.ts';

/** The last part of a budget is for those who have had less than the others. */
const reserve = 0.2;

export interface Budget {
  /** How many requests there are for a window. */
  limit: number;
  left: number;
}

/** Whether a repository may have one more of what all of an account share. */
export function mayTake(taken: ReadonlyMap<string, number>, who: string, budget: Budget): boolean {
  if (budget.left <= 0) return false;
  if (budget.left > budget.limit * reserve) return true;
  const others = new Set([...taken.keys(), who]);
  const total = [...taken.values()].reduce((sum, each) => sum + each, 0);
  return (taken.get(who) ?? 0) <= total / others.size;
}

interface Window {
  endsMs: number;
  budget: Budget;
  taken: Map<string, number>;
}

/** Shares what GitHub allows an account in a window of time among its repositories. */
export interface SharedBudget {
  /** @throws Unavailable when the repository has had its share */
  take(account: Account, repository: string): void;
  /** The last request was not counted. */
  giveBack(account: Account, repository: string): void;
  /** Notes GitHub's figures for the window. */
  note(account: Account, budget: Budget, resetMs: number): void;
}

/**
 * @param fixed for what GitHub does not count aloud: so many in a window of that length. Without it nothing
 *   is refused before GitHub has said how much there is
 */
export function shareBudget(
  clock: RestClock,
  what: string,
  fixed?: { limit: number; windowMs: number },
): SharedBudget {
  const windows = new Map<Account, Window>();
  const open = (account: Account): Window | undefined => {
    const window = windows.get(account);
    if (window !== undefined && window.endsMs > clock.monotonicMs()) return window;
    windows.delete(account);
    if (fixed === undefined) return undefined;
    const { limit, windowMs } = fixed;
    const budget = { limit, left: limit };
    const made = { endsMs: clock.monotonicMs() + windowMs, budget, taken: new Map() };
    windows.set(account, made);
    return made;
  };
  return {
    take: (account, repository) => {
      const window = open(account);
      if (window === undefined) return;
      const { taken, budget } = window;
      if (!mayTake(taken, repository, budget)) {
        const retryAfterMs = window.endsMs - clock.monotonicMs();
        const message = `${repository} has had its share of ${what}; what is left is for others`;
        throw new Unavailable(message, { retryAfterMs });
      }
      taken.set(repository, (taken.get(repository) ?? 0) + 1);
      budget.left -= 1;
    },
    giveBack: (account, repository) => {
      const taken = windows.get(account)?.taken;
      const count = taken?.get(repository) ?? 0;
      if (count > 0) taken?.set(repository, count - 1);
    },
    note: (account, budget, resetMs) => {
      const window = windows.get(account);
      const endsMs = clock.monotonicMs() + resetMs;
      // The header has whole seconds: a new window ends much later than the last one did.
      const isNew = window === undefined || endsMs > window.endsMs + 60_000;
      const taken = isNew ? new Map<string, number>() : window.taken;
      windows.set(account, { endsMs: isNew ? endsMs : window.endsMs, budget, taken });
    },
  };
}
