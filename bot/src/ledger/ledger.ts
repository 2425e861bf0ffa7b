import type { BudgetSettings } from '../../../src/contract/suite.ts';
import type { AlertStore } from '../../../src/contract/alerts.ts';
import type { Accept } from '../../../src/gate/accept.ts';
import type { GateEntry, ObservationRecord } from '../../../src/contract/documents.ts';
import type { ConfirmationState, MeasuredAttempt } from '../../../src/gate/run-history.ts';
import type { PackedJson } from '../../../src/settings/pack-json.ts';
import type { StoredArtifact } from '../../../src/transport/artifacts/artifact-store.ts';
import type { SeenRun } from '../runs/run.ts';
import type { Subject } from '../subject.ts';

/** An artifact that was judged. Another one of its name is another one. */
export type JudgedArtifact = Pick<StoredArtifact, 'name' | 'id' | 'bytes'>;

/** The verdict of one attempt of a run, and its evidence. */
export interface AttemptVerdict extends MeasuredAttempt {
  /** See bot/src/reconcile/describe-basis.ts. Each base has a verdict of its own. */
  basis?: string;
  /** The artifacts that it was judged from, as their store named them; absent where that was not kept. */
  evidence?: readonly JudgedArtifact[];
}

/** One that was judged just now. */
export interface JudgedVerdict extends AttemptVerdict {
  /** The verdict as the ledger keeps it, where it was packed before. */
  packed?: PackedJson;
}

/** Which build of which commit. */
export interface RunKey {
  repositoryId: number;
  suite: string;
  /** As its CI names it: see `Run` of bot/src/runs. */
  runId: string;
}

/** Which tests were observed. */
export interface ObservationKey {
  repositoryId: number;
  suite: string;
  planDigest: string;
  /** Its index. */
  shard: number;
}

export interface GateStatistics {
  sinceMs: number;
  /** Commits that got a verdict. */
  judged: number;
  /** How many of them ended red. */
  red: number;
  /** Alarms (series) that a second run cleared. */
  cleared: number;
  /** Alarms (series) that it confirmed. */
  confirmed: number;
  /** Accepts that were made and not taken back. */
  accepted: number;
  /** Tests that pushes made worse though these touch nothing that the tests were seen to read. */
  blindSpots: number;
}

/**
 * The memory of the bot for what GitHub does not keep: one SQLite file. Everything else is read again from
 * GitHub and the artifacts each time, so that no delivery's order matters.
 */
export interface Ledger extends AlertStore {
  /** @param key of what asked for it: the same key again gives the accept that it made then */
  addAccept(accept: Omit<Accept, 'id'>, key?: string): Accept;
  /** Those that stand and are not over at `nowMs`, and on request those that do not any more. */
  listAccepts(repositoryId: number, nowMs: number, options?: { all?: boolean }): Accept[];
  /** @returns false when there is none that stands */
  takeBackAccept(repositoryId: number, id: string, by: string, atMs: number): boolean;

  /** Replaces what was kept for this attempt and base; `mayReplace` of bot/src/reconcile decides whether it may. */
  keepVerdict(key: RunKey, commit: string, verdict: JudgedVerdict, atMs: number): void;
  /**
   * By attempt, oldest first; of all bases that an attempt was judged for, the one judged last comes last.
   * @param options `keptUntilMs`: only those that were kept by then, so that people can have seen them
   */
  readVerdicts(key: RunKey, options?: { keptUntilMs?: number }): AttemptVerdict[];
  /** The runs of this commit that have a verdict, whatever they measured it for: the newest first. */
  listRuns(repositoryId: number, commit: string): RunKey[];
  /**
   * Remembers the run, and its verdicts, for as long as its commit is looked at: to delete the run takes nothing back.
   */
  noteRun(repositoryId: number, commit: string, seen: SeenRun, nowMs: number): void;
  /** By id of the run. */
  listSeen(repositoryId: number, commit: string): Map<string, SeenRun>;

  /** The newest of each shard and plan are kept. Only of a run of the default branch. */
  keepObservation(key: ObservationKey, observation: ObservationRecord, atMs: number): void;
  /** @param place from 0, in an order: that of this commit, then the newest. They are large, so one at a time */
  findObservation(
    key: ObservationKey,
    commit: string,
    place: number,
  ): ObservationRecord | undefined;
  /** When the newest of a plan came; undefined where there is none. */
  readObservedMs(repositoryId: number, suite: string, planDigest: string): number | undefined;

  readConfirmation(key: RunKey): ConfirmationState | undefined;
  writeConfirmation(key: RunKey, state: ConfirmationState): void;
  /** How the run ended so far: noted again it replaces what was noted, and keeps the time. */
  noteOutcome(
    key: RunKey,
    commit: string,
    outcome: {
      red: boolean;
      cleared: readonly string[];
      confirmed: readonly string[];
      /** The entry that the gate keeps of it. */
      entry?: GateEntry;
    },
    atMs: number,
  ): void;
  /** Replaces those of the push; the time stays. None takes them back. */
  noteBlindSpots(
    key: Pick<RunKey, 'repositoryId' | 'suite'>,
    commit: string,
    tests: readonly string[],
    atMs: number,
  ): void;
  readBlindSpots(key: Pick<RunKey, 'repositoryId' | 'suite'>, commit: string): string[];
  /** The last one of a run, suite and shard stays. */
  noteControl(repositoryId: number, entry: GateEntry): void;
  hasControl(repositoryId: number, run: string): boolean;
  /** Builds that were judged and controls, each run once, oldest first. */
  listGateEntries(repositoryId: number, sinceMs: number): GateEntry[];
  readStatistics(repositoryId: number, sinceMs: number): GateStatistics;

  /** The budgets of perigee.yml at the tip of the default branch now; undefined where it sets no budget. */
  keepBudget(key: Pick<RunKey, 'repositoryId' | 'suite'>, budget: BudgetSettings | undefined): void;

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
