import type { Verdict } from '../../../src/contract/documents.ts';
import type { StoredArtifact } from '../../../src/transport/artifacts/artifact-store.ts';
import type { SeenRun } from '../runs/run.ts';
import type { Subject } from '../subject.ts';

/** A regression that a person with the right to it took into the bargain. */
export interface Accept {
  /** Short, for people: `A7`. Unique in its repository. */
  id: string;
  repositoryId: number;
  /** The pull request it was said on; absent for one on the default branch. */
  number?: number;
  /** The commit whose measurement was accepted. */
  commit: string;
  /** Each series that it covers, and how bad it may be: what was measured when it was accepted. */
  series: readonly AcceptedSeries[];
  by: string;
  because: string;
  atMs: number;
  /** Until the end of this day (UTC, YYYY-MM-DD). */
  until?: string;
  /** Absent while it stands. */
  takenBack?: { by: string; atMs: number };
}

export interface AcceptedSeries {
  /** `seriesKey` of src/contract. */
  key: string;
  test: string;
  span: string;
  metric: string;
  /** As a ratio minus one; absent where the metric came from zero, then `changeAbsolute` counts. */
  change?: number;
  changeAbsolute?: number;
  /** The upper bound of the interval, as a ratio minus one: what may be measured of the same change again. */
  upper?: number;
}

/** An artifact that was judged. Another one of its name is another one. */
export type JudgedArtifact = Pick<StoredArtifact, 'name' | 'id' | 'bytes'>;

/** What one attempt of a run said, and of which shards it measured anew. */
export interface AttemptVerdict {
  attempt: number;
  /** Indexes of the shards whose records this attempt brought. */
  shards: readonly number[];
  verdict: Verdict;
  /** What it was judged from: see bot/src/reconcile/describe-basis.ts. Each base has a verdict of its own. */
  basis?: string;
  /** The artifacts that it was judged from, as their store named them; absent where that was not kept. */
  evidence?: readonly JudgedArtifact[];
  /**
   * Names of the tests that it measured anew. There where the attempt was cut into other shards than the
   * newest, so that their indexes say nothing; never kept.
   */
  tests?: ReadonlySet<string>;
}

/** Which build of which commit. */
export interface RunKey {
  repositoryId: number;
  suite: string;
  /** As its CI names it: see `Run` of bot/src/runs. */
  runId: string;
}

/** A series that one attempt called regressed and a fresh runner did not. */
export interface ClearedAlarm extends RunKey {
  key: string;
  atMs: number;
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

export interface GateStatistics {
  sinceMs: number;
  /** Commits that got a verdict. */
  judged: number;
  /** Of those, how many ended red. */
  red: number;
  /** Alarms (series) that a second run cleared. */
  cleared: number;
  /** Alarms (series) that it confirmed. */
  confirmed: number;
  /** Accepts that were made and not taken back. */
  accepted: number;
}

/**
 * What the bot has to remember because GitHub does not: one SQLite file. All else is read anew from
 * GitHub and the artifacts each time, so that no delivery's order matters.
 */
export interface Ledger {
  /** @param key of what asked for it: the same key again gives the accept that it made then */
  addAccept(accept: Omit<Accept, 'id'>, key?: string): Accept;
  /** Those that stand and are not over at `nowMs`, and on request those that do not any more. */
  listAccepts(repositoryId: number, nowMs: number, options?: { all?: boolean }): Accept[];
  /** @returns false when there is none that stands */
  takeBackAccept(repositoryId: number, id: string, by: string, atMs: number): boolean;

  /** Replaces what was kept for this attempt and base; `mayReplace` of bot/src/reconcile decides whether it may. */
  keepVerdict(key: RunKey, commit: string, verdict: AttemptVerdict, atMs: number): void;
  /**
   * By attempt, oldest first; of all bases that an attempt was judged for, the one judged last comes last.
   * @param options `keptUntilMs`: only those that were kept by then, so that somebody can have seen them
   */
  readVerdicts(key: RunKey, options?: { keptUntilMs?: number }): AttemptVerdict[];
  /** The runs of this commit that have a verdict, whatever they measured it for: the newest first. */
  listRuns(repositoryId: number, commit: string): RunKey[];
  /**
   * The run is remembered, and what was kept of it, for as long as somebody looks at its commit: whoever
   * deletes it takes nothing back.
   */
  noteRun(repositoryId: number, commit: string, seen: SeenRun, nowMs: number): void;
  /** By id of the run. */
  listSeen(repositoryId: number, commit: string): Map<string, SeenRun>;

  readConfirmation(key: RunKey): ConfirmationState | undefined;
  writeConfirmation(key: RunKey, state: ConfirmationState): void;
  /** How the run ended so far: noted again it replaces what was noted, and keeps the time. */
  noteOutcome(
    key: RunKey,
    commit: string,
    outcome: { red: boolean; cleared: readonly string[]; confirmed: readonly string[] },
    atMs: number,
  ): void;
  readStatistics(repositoryId: number, sinceMs: number): GateStatistics;

  /**
   * When this subject's current commit was first seen, and which one was before it; both stay while the
   * commit is the same.
   */
  noteHead(subject: Subject, head: string, nowMs: number): { sinceMs: number; previous?: string };
  /** The subject is to be looked at again then; undefined: no more. */
  scheduleLook(subject: Subject, atMs: number | undefined): void;
  /** It stays due until the next `scheduleLook` of it. */
  listDue(nowMs: number): Subject[];
  /** Whether its check is completed (or needs none). A new head is unfinished until this is told. */
  noteFinished(subject: Subject, isFinished: boolean): void;
  /** Subjects whose check is not completed, for the sweep. */
  listUnfinished(): Subject[];

  /**
   * A hint stays where it was said.
   * @param place of the comment that says it, e.g. a subject's key
   * @returns true the first time for this repository and hint, and again for the place that was first
   */
  tellOnce(repositoryId: number, hint: string, place?: string): boolean;

  /** Lets go what is older than its use: answers after 7 days, verdicts `keepMs` after a look last used them. */
  maintain(nowMs: number): void;
  close(): void;
}
