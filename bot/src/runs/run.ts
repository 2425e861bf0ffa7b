import type { GateSettings } from '../../../src/contract/gate.ts';
import type { Shard } from '../../../src/contract/documents.ts';
import type {
  ArtifactSource,
  StoredArtifact,
} from '../../../src/transport/artifacts/artifact-store.ts';
import type { BuildkiteBuild } from '../../../src/transport/buildkite/builds.ts';
import type { WorkflowRun } from '../github/github-side.ts';
import type { Change } from '../change/read-change.ts';
import type { BotContext } from '../../../src/settings/bot-role.ts';
import type { Refused } from '../../../src/transport/platform-errors.ts';

export type Platform = 'github' | 'buildkite';

/** One time that a CI ran the suite on a commit: a run of a workflow, or a build of a pipeline. */
export interface Run {
  platform: Platform;
  /** GitHub: its number. Buildkite: `organisation/pipeline/number`. */
  id: string;
  /** From 1: how often all or a part of it was begun. */
  attempt: number;
  head: string;
  headBranch?: string;
  status: 'queued' | 'in-progress' | 'completed';
  /** In the words of GitHub: `success`, `failure`, `cancelled`, `skipped`, `action_required`, … */
  conclusion?: string;
  createdAtMs: number;
  /** When its newest attempt was begun, where that is known. */
  startedAtMs?: number;
  url: string;
  /** The subject of the run in the words of its CI, which tells whether it measured a change. */
  origin: RunOfChange;
  /**
   * A name of its state, where nothing in it is at work: whatever it could leave in this state, it has left.
   * Another attempt is another state.
   */
  settled?: string;
  /**
   * Only its verdicts are known: its CI has it no more, or lists so many others that it was not asked about this one.
   */
  absent?: 'deleted' | 'not-asked';
}

export type RunOfChange =
  | Pick<WorkflowRun, 'path' | 'event' | 'headRepositoryId' | 'headBranch'>
  | Pick<BuildkiteBuild, 'branch' | 'pullRequest' | 'source'>;

/** A run that was seen at a commit, as it was seen last. */
export interface SeenRun {
  run: Run;
  /** Base → the state of the run in which all that it had left was judged for that base. */
  readAs: Readonly<Record<string, string>>;
  /** Bases with which nothing that it had left was compared. */
  notFor?: readonly string[];
}

export interface RunJob {
  name: string;
  url: string;
  /** In the words of GitHub; absent while it is at work. */
  conclusion?: string;
}

export type Rerun =
  /** New attempts begin: of these jobs and those that need them, of those that failed, or of all. */
  | { kind: 'asked'; jobs: 'all' | 'failed' | readonly string[] }
  /** It is at work, and its CI starts nothing beside that. */
  | { kind: 'running' };

/** The attempt of a run that an artifact was measured in, or why its CI has made none such: a sentence. */
export type Placed = { attempt: number } | { refusal: string };

/** The remembered runs of a commit. */
export interface RunMemory {
  seen: readonly Run[];
  /** Whether all was judged, for the base of this change, that a run has left in a state. */
  isRead(id: string, settled: string): boolean;
}

/**
 * The runs of one repository on one CI. Every method throws Unavailable when it helps to wait, and
 * Refused when it does not.
 */
export interface RunSide {
  /**
   * Those that measured this change, as `gate` of the base branch says which ones count. The last is the one to
   * go on with; those that are absent come first, then the oldest.
   * @param suite whose artifacts tell which jobs measure; undefined where that is not known
   * @param memory runs of this commit that were seen: those of its CI are not left out
   */
  list(
    change: Change,
    gate: GateSettings,
    suite: string | undefined,
    memory: RunMemory,
  ): Promise<Run[]>;
  /** Undefined where it is gone. */
  read(id: string, suite: string | undefined): Promise<Run | undefined>;
  openSource(run: Pick<Run, 'id'>, suite: string): ArtifactSource;
  /** @param shard as the name of the artifact says */
  place(run: Run, stored: StoredArtifact, shard: Shard): Placed;
  /**
   * The newest attempt in which a shard was begun; undefined where nothing tells. Where each job is asked for
   * by itself, one request of several may be lost.
   */
  lastAttempt(run: Run, shard: number, total: number): number | undefined;
  /** Jobs in their newest attempt. */
  listJobs(run: Run): Promise<RunJob[]>;
  /** The commands of all its jobs, if its CI tells; a workflow says them in its file. */
  listCommands(run: Run): string[];
  /**
   * Has shards measured again on fresh runners.
   * @param shards indexes, from 0; at least one
   * @param total of how many
   */
  measureAgain(run: Run, shards: readonly number[], total: number): Promise<Rerun>;
  /** Has the shards measured again that failed; where none did, all of them. */
  measureAllAgain(run: Run, total: number): Promise<Rerun>;
}

export type OpenArtifacts = BotContext['openArtifacts'];

const measureAgain = 'To measure again, push a commit, or close the pull request and reopen it';

/** Why nothing is run again, in words for a reader of the pull request: no full stop at the end. */
export function explainRefusedRerun({ message, status }: Refused): string {
  // GitHub refuses a run that is too old with the same status.
  if (status === 403 && /not accessible by integration/i.test(message)) {
    return 'the app may not run jobs again (actions: write); a maintainer can grant it';
  }
  if (status === 403 && /over a month ago/i.test(message)) {
    return `the run is too old: GitHub runs nothing again after 30 days. ${measureAgain}`;
  }
  if (status === 404 || status === 410) {
    return `the run is gone, with what it measured. ${measureAgain}`;
  }
  return message;
}
