import type { GateSettings, JudgedOutcome } from '../contract/gate.ts';
import type { Verdict } from '../contract/documents.ts';
import type { SeriesIdentity } from '../contract/series-key.ts';
import type { Accept } from './accept.ts';
import type { ConfirmationState, MeasuredAttempt, RunFacts } from './run-history.ts';

/** perigee.yml on the base branch: only what is merged counts. */
export type Configuration =
  | { kind: 'valid'; gate: GateSettings }
  /** `mends`: the change itself brings a valid one. */
  | { kind: 'invalid'; error: string; mends: boolean }
  /** `brings`: the change adds one; its verdict is shown, and blocks nothing. */
  | { kind: 'none'; brings: boolean };

/**
 * Everything that decides the state of a check: read again each time, from GitHub, the artifacts and the
 * ledger. Equal facts give an equal check and comment, in whatever order they came about.
 */
export interface GateFacts {
  nowMs: number;
  kind: 'pull-request' | 'merge-group' | 'push';
  head: string;
  /**
   * Whose accepts hold here: the pull request itself, those in a merge group, those that a push merged.
   * An accept that names none holds for the push of its commit alone.
   */
  pullRequests: readonly number[];
  /** Since when this commit is the one to judge. */
  headSinceMs: number;
  isOpen: boolean;
  configuration: Configuration;
  /** Whether the change touches what can make it slower (`gate.paths`). */
  isRelevant: boolean;
  /**
   * How many tests there are, where it is proven that the change touches nothing that any of them reads, and
   * nothing of it was measured.
   */
  untouchedTests?: number;
  /** Whether it alters what is measured: its tests, their commands and what they share. */
  changesSuite: boolean;
  /** The newest run that counts. Its attempts, and those below, are counted on over all runs of the commit. */
  run?: RunFacts;
  /** The verdicts of its artifacts, by attempt, oldest first. Empty when none is there, or none can be used. */
  attempts: readonly MeasuredAttempt[];
  /**
   * Name of a test → index of the shard that measures it, from the plan of the head. Only what its shard
   * measured anew does an attempt speak of; of a test that is not in here all attempts together have one word.
   */
  shardOf: ReadonlyMap<string, number>;
  /** Why artifacts that are there were not used, one sentence each. */
  refusals: readonly string[];
  /** All that the run left was compared with a base that the change had before: running it again repeats that. */
  isOfOtherBase?: boolean;
  /** Why a run may be invisible: what the CI does not show. */
  obstacle?: string;
  confirmation?: ConfirmationState;
  /** Those of the repository that stand and are not over; `pullRequests` says which of them hold here. */
  accepts: readonly Accept[];
  /** Keys of the series that are over a budget of the base branch that blocks. */
  overBudget?: readonly SeriesIdentity[];
}

/** How one series of the newest verdict ends, when all attempts and accepts are taken together. */
export type SeriesFate =
  | 'blocks'
  /** One attempt called it regressed; a fresh runner is asked. */
  | 'awaits-confirmation'
  /** A fresh runner did not confirm it. */
  | 'cleared'
  | 'accepted'
  /** Past its threshold, and its rule only warns. */
  | 'warns';

export interface JudgedSeries {
  key: string;
  fate: SeriesFate;
  /** Present if it was accepted. */
  accept?: Accept;
  /** Present if an accept does not cover what was measured now: it got worse. */
  outgrown?: Accept;
  /** How many attempts called it regressed, and how many not. */
  said: { regressed: number; otherwise: number };
  /** If it was cleared: the alarming change, as a ratio minus one, if there is a ratio. */
  alarm?: number;
}

export interface Judgement {
  /**
   * From the newest attempt. Each series stands in it as the newest attempt measured it that agrees with how it ends,
   * so that what blocks is shown with the figures that say so.
   */
  verdict: Verdict;
  /** Every series that any attempt called regressed past its threshold, worst first. */
  series: readonly JudgedSeries[];
  /**
   * Tests that fail after the change and never did before, unless another attempt saw them pass: they
   * block, or await confirmation, as a series does.
   */
  brokenTests: readonly string[];
  attempts: number;
  /** Why nothing could be confirmed, where that is so. */
  unconfirmed?: string;
}

export type GateState =
  /** No perigee.yml, here or on the base: no check and no comment. */
  | { kind: 'not-set-up' }
  /** The pull request is closed, or its head has moved on: what is there is left alone. */
  | { kind: 'left-alone' }
  | { kind: 'configuration-invalid'; error: string; mends: boolean }
  | { kind: 'not-relevant' }
  /** The change touches nothing that any of so many tests reads: no run is waited for. */
  | { kind: 'untouched'; tests: number }
  /** No run yet, or one that a maintainer has to approve; at `dueAtMs` it counts as none. */
  | { kind: 'waiting'; dueAtMs: number; awaitsApproval: boolean; obstacle?: string }
  | { kind: 'no-run'; waitedMs: number; awaitsApproval: boolean; obstacle?: string }
  /** `judgement` is what is known so far; absent while that is nothing. */
  | { kind: 'measuring'; run: RunFacts; judgement?: Judgement }
  /** The run ended and left nothing that can be used. */
  | { kind: 'run-failed'; run: RunFacts; refusals: readonly string[]; isOfOtherBase: boolean }
  /** A regression that would block is measured again; `judgement` is what is known so far. */
  | { kind: 'confirming'; run: RunFacts; judgement: Judgement }
  | { kind: 'judged'; run: RunFacts; judgement: Judgement; outcome: JudgedOutcome };

/** The state and what it does to the merge; docs/gate.md has the table. */
export interface Decision {
  state: GateState;
  check:
    | { status: 'none' }
    | { status: 'queued' | 'in_progress' }
    | { status: 'completed'; conclusion: 'success' | 'failure' | 'neutral' | 'action_required' };
  /** Whether the pull request gets a comment when it has none yet: a clean, quiet change gets one too. */
  comments: boolean;
  /** When to look again without a message. */
  lookAgainAtMs?: number;
  /**
   * The shards whose jobs are to be run again now, to confirm; that of the worst series first. Only ever
   * of a run that has ended, since GitHub runs nothing again before. Where it takes one job at a time, run
   * the first, and note it alone: the others are asked for again once that has answered, if they still matter.
   */
  confirmShards: readonly number[];
}
