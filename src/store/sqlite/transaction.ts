import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { StoreUnavailable } from '../series-store.ts';
import { isBusy, readResultCode } from '../../sqlite/result-codes.ts';

const longestWaitMs = 5_000;
const shortestPauseMs = 10;
const longestPauseMs = 200;

export type Transact = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * One transaction after the other on one connection. The work may let others run in between; readers have
 * connections of their own, so no reader sees a half-finished write.
 */
export function openTransactions(database: DatabaseSync, name: string): Transact {
  const inTurn = pLimit(1);
  return (work, signal) => inTurn(() => run(work, signal));

  async function run<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      await begin(signal);
      const result = await work();
      signal?.throwIfAborted();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      signal?.throwIfAborted();
      throw explainError(error, name);
    }
  }

  /** Asks again and again instead of blocking the whole process while another one writes. */
  async function begin(signal: AbortSignal | undefined): Promise<void> {
    const deadline = performance.now() + longestWaitMs;
    for (let waitMs = shortestPauseMs; ; waitMs = Math.min(waitMs * 2, longestPauseMs)) {
      signal?.throwIfAborted();
      try {
        database.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > deadline) {
          const why = `${name}: another process has been writing for ${longestWaitMs / 1000} s`;
          throw new StoreUnavailable(why, { cause: error });
        }
      }
      await pause(waitMs, undefined, signal === undefined ? {} : { signal });
    }
  }
}

/** Result codes of SQLite for which waiting, or an operator, helps: the data is as good as it was. */
const busy = 5;
const locked = 6;
const readOnly = 8;
const inputOutput = 10;
const full = 13;
const cannotOpen = 14;
const passing: ReadonlySet<number> = new Set([
  busy,
  locked,
  readOnly,
  inputOutput,
  full,
  cannotOpen,
]);

/** The same error, or that the store is not available where the error says so. */
export function explainError(error: unknown, name: string): unknown {
  if (!(error instanceof Error) || !passing.has(readResultCode(error) ?? 0)) return error;
  return new StoreUnavailable(`${name}: ${error.message}`, { cause: error });
}
