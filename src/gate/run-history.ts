import type { Verdict } from '../contract/documents.ts';

/** What one attempt of a run said, and of which shards it measured anew. */
export interface MeasuredAttempt {
  attempt: number;
  /** Indexes of the shards whose records this attempt brought. */
  shards: readonly number[];
  verdict: Verdict;
  /**
   * Names of the tests that it measured anew. There where the attempt was cut into other shards than the
   * newest, so that their indexes say nothing; never kept.
   */
  tests?: ReadonlySet<string>;
}

export type ConfirmationState =
  | {
      kind: 'requested';
      /** When it was asked last. */
      atMs: number;
      /** The attempt that the run was at then: what comes after it is the answer. */
      afterAttempt: number;
      /** All that were ever asked for in this run. */
      shards: readonly number[];
    }
  /** GitHub would not run it again, e.g. for want of the permission `actions: write`. */
  | { kind: 'refused'; why: string };
