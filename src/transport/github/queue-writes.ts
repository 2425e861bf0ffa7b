import type { RestClock } from '../rest/clock.ts';
import type { Account } from '../rest/pause-on-limits.ts';

interface Line {
  /** By repository, in the order of their turns. */
  waiting: Map<string, (() => Promise<void>)[]>;
  isServed: boolean;
  /** When the next write is due at this rate. */
  dueMs: number;
}

export interface WriteQueue {
  /** Does the work when it is its repository's turn. @throws what the work throws */
  run<T>(account: Account, repository: string, work: () => Promise<T>): Promise<T>;
}

/**
 * The writes of an account, one after the other and with time between them, as GitHub asks of clients that write much.
 * After a pause two may follow each other at once: a check and the comment that explains it. Repositories take turns:
 * one with many writes is not in the way of one with few.
 * @param spacingMs from the begin of a write to the begin of the next, on the average
 */
export function queueWrites(
  clock: RestClock,
  spacingMs: number,
  signal: AbortSignal = new AbortController().signal,
): WriteQueue {
  const lines = new Map<Account, Line>();

  const serve = async (account: Account, line: Line): Promise<void> => {
    line.isServed = true;
    for (let work = takeTurn(line); work !== undefined; work = takeTurn(line)) {
      const waitMs = line.dueMs - spacingMs - clock.monotonicMs();
      // After a stop there is no wait: the work itself says so.
      if (waitMs > 0) await clock.wait(waitMs, signal).catch(() => undefined);
      line.dueMs = Math.max(line.dueMs, clock.monotonicMs()) + spacingMs;
      await work();
    }
    line.isServed = false;
    // A due time is kept for as long as it matters.
    if (clock.monotonicMs() > line.dueMs) lines.delete(account);
  };

  return {
    run: async <T>(account: Account, repository: string, work: () => Promise<T>): Promise<T> => {
      const line: Line = lines.get(account) ?? {
        waiting: new Map(),
        isServed: false,
        dueMs: Number.NEGATIVE_INFINITY,
      };
      lines.set(account, line);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const own = line.waiting.get(repository) ?? [];
      line.waiting.set(repository, own);
      own.push(() => work().then(resolve, reject));
      if (!line.isServed) void serve(account, line);
      return promise;
    },
  };
}

/** The first of the repository whose turn it is; that then goes to the end. */
function takeTurn({ waiting }: Line): (() => Promise<void>) | undefined {
  const next = waiting.entries().next();
  if (next.done === true) return undefined;
  const [repository, [first, ...others]] = next.value;
  waiting.delete(repository);
  if (others.length > 0) waiting.set(repository, others);
  return first;
}
