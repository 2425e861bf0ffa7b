import type { Annotations, Problem, Verdict } from '../../contract/documents.ts';
import type { JudgedOutcome } from '../../contract/gate.ts';
import type { UntouchedShards } from '../../contract/untouched-shards.ts';
import type { PatchCommand } from '../patch-command.ts';
import type { SuitePlaces } from '../annotations/annotate-rules.ts';

/** The contents of the check and the comment of a pull request. Names in it are hostile; links and words are ours. */
export interface PullRequestView {
  /** Full commit id of the head that it is about. */
  head: string;
  /** The kind of change; commands work on pull requests alone. Absent: a pull request. */
  kind?: 'pull-request' | 'merge-group' | 'push';
  /** Whether the merge waits for the check, where that is known. */
  isRequired?: boolean;
  /** No bot answers commands: the job of a build reports by itself, or a terminal. */
  isAlone?: boolean;
  /** How the reader measures the change, where that is known. */
  patch?: PatchCommand;
  /** The change itself brings the first perigee.yml: it is shown what it measures, and nothing blocks. */
  brings?: boolean;
  suite?: string;
  state: ViewState;
  /** Whether the code comes from a repository that others control: so do its measurements. */
  fork: boolean;
  links: ViewLinks;
  /** perigee.yml is changed by the pull request: what would be different once it is merged. */
  configuration?: ConfigurationChange;
  /** While it is measured: what none of its jobs has to measure, of how many shards. */
  untouched?: UntouchedShards & { total: number };
  /** The lines of thresholds and tests in the perigee.yml of the change. */
  places?: SuitePlaces;
  /** The accepts that stand for this pull request. */
  accepts: readonly ViewAccept[];
  /** History of the worst series, if there is one. */
  history?: ViewHistory;
  /** Figures of the gate in this repository, for the foot. */
  statistics?: {
    days: number;
    judged: number;
    red: number;
    cleared: number;
    confirmed: number;
    /** Tests that pushes made worse though these touch nothing that the tests were seen to read. */
    blindSpots: number;
  };
  /** Said once in the life of a repository. */
  hint?: { kind: 'not-required'; branch: string };
  /** Facts that a reader should know, one sentence each: e.g. that the workflow itself is changed here. */
  notes: readonly string[];
}

export interface ViewLinks {
  run?: string;
  /** The page of the build with every series. */
  page?: string;
  /** The page of the same commit in the merge queue; of a push. */
  queue?: string;
  history?: string;
  /** The perigee.yml that the limits come from, at its commit. */
  rules?: string;
  /** `log of <job>` → URL. */
  logs: Readonly<Record<string, string>>;
}

/** The path of a workflow, or `organisation/pipeline` on Buildkite. */
export type MeasuredBy = { workflow: string } | { pipeline: string };

export type ViewState =
  | { kind: 'configuration-invalid'; error: string; mends: boolean; blocks: boolean }
  | { kind: 'not-relevant' }
  | { kind: 'untouched'; tests: number }
  /** `awaitsApproval`: there is a run, and it starts when a maintainer approves it. */
  /** `obstacle`: why a run may be invisible, without a full stop. */
  /** `conflictsWith`: the target that it cannot be merged into; GitHub starts no run of it. */
  | {
      kind: 'waiting';
      measuredBy?: MeasuredBy;
      awaitsApproval?: boolean;
      conflictsWith?: string;
      obstacle?: string;
    }
  | {
      kind: 'no-run';
      waitedMs: number;
      measuredBy: MeasuredBy;
      blocks: boolean;
      awaitsApproval?: boolean;
      conflictsWith?: string;
      obstacle?: string;
    }
  | { kind: 'measuring'; attempt: number }
  | {
      kind: 'run-failed';
      conclusion: string;
      refusals: readonly string[];
      blocks: boolean;
      /** The base changed since it was measured. */
      isOfOtherBase?: boolean;
    }
  /** The head moved on; the check of the old commit says so. */
  | { kind: 'superseded'; by: string }
  | { kind: 'confirming'; judgement: ViewJudgement }
  | { kind: 'judged'; outcome: JudgedOutcome; blocks: boolean; judgement: ViewJudgement };

export interface ViewJudgement {
  verdict: Verdict;
  /** `seriesKey` → how it ends; those not in it stand as the verdict says. */
  fates: ReadonlyMap<string, ViewFate>;
  brokenTests: readonly string[];
  attempts: number;
  unconfirmed?: string;
  /** A second run was begun and left nothing to judge by: running it again may settle it. */
  secondIsMissing?: boolean;
  problems: readonly Problem[];
}

export interface ViewFate {
  fate: 'blocks' | 'awaits-confirmation' | 'cleared' | 'accepted' | 'warns';
  acceptId?: string;
  /** It was accepted, and is worse now than what was accepted. */
  outgrownAcceptId?: string;
  said: { regressed: number; otherwise: number };
  /** If it was cleared: the alarming change, a ratio minus one, if known. */
  alarm?: number;
}

/** A series in words. */
interface ViewSeries {
  test: string;
  span: string;
  annotations?: Annotations;
  metric: string;
  /** In a build of several. */
  platform?: string;
}

export interface ViewAccept {
  id: string;
  by: string;
  because: string;
  /** RFC 3339 in UTC. */
  at: string;
  until?: string;
  /** In words, one each: test, span, metric, and how much was accepted. */
  series: readonly (ViewSeries & { change?: number })[];
}

export interface ConfigurationChange {
  /** Errors of the new one, as they are shown to a user; then the rest is empty. */
  error?: string;
  /** Which threshold changes for which series. */
  rules: readonly (ViewSeries & { before: string; after: string })[];
  /** Series beside those that are listed. */
  more: number;
  /** Changes of what is measured, one sentence each: they hold already. */
  suite: readonly string[];
  /** Other changes, one sentence each: tests taken away, settings of the gate. */
  notes: readonly string[];
}

/** In the unit of the metric, with a 95% interval. */
export interface ViewLevel {
  value: number;
  low: number;
  high: number;
}

export interface ViewHistory extends ViewSeries {
  unit: string;
  /** Commits of the default branch that were measured before, oldest first; at least one. */
  levels: readonly (ViewLevel & { commit: string })[];
  /** The level that this change measured. */
  here: ViewLevel;
  /** The changes of the levels, oldest first. */
  changes: readonly ViewLevelChange[];
  /** Whether a build measured two commits on one machine. If none did, machines are part of the levels. */
  isPaired: boolean;
}

export interface ViewLevelChange {
  /** Places in `levels`: the last one before the change, and the first one after it. */
  from: number;
  to: number;
  isGradual: boolean;
  /** Mean levels, in the unit of the metric. */
  before: number;
  after: number;
  /** As a share of the level before. */
  change: number;
}
