import type { Verdict } from '../contract/documents.ts';

/** A run of the suite for one commit. */
export interface RunFacts {
  runId: string;
  attempt: number;
  url: string;
  status: 'queued' | 'in-progress' | 'completed';
  conclusion?: string;
}

/** The verdict of one attempt of a run, and the shards that it measured again. */
export interface MeasuredAttempt {
  attempt: number;
  /** Indexes of the shards whose records this attempt brought. */
  shards: readonly number[];
  verdict: Verdict;
  /**
   * Labels of the tests that it measured again. Attempts may be cut into different numbers of shards, and then
   * the plan of the newest says nothing of the others. Never kept.
   */
  tests?: ReadonlySet<string>;
}

/** The request to a run to confirm an alarm, in its own attempts. */
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

/** How the tests of a commit are cut into shards. */
export interface ShardPlan {
  total: number;
  /** Label of a test → index of its shard. */
  shardOf: ReadonlyMap<string, number>;
}

/** One run of a commit, and what is known of it. All attempts are counted as the run counts them, from 1. */
export interface RunHistory {
  run: RunFacts;
  /** Compared with the base of today, oldest first. */
  attempts: readonly MeasuredAttempt[];
  /** All that it left was compared with another base. */
  isOfOtherBase: boolean;
  /** Why artifacts that are there were not used, one sentence each. */
  refusals: readonly string[];
  /** The plan of its newest attempt; absent if no job can have run it. */
  plan?: ShardPlan;
  confirmation?: ConfirmationState;
  /** The newest attempt in which a shard was begun; undefined where nothing tells. */
  lastAttempt?(shard: number, total: number): number | undefined;
}
