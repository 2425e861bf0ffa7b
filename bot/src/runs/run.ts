import type { GateSettings } from '../../../src/contract/gate.ts';
import type { Shard } from '../../../src/contract/documents.ts';
import type {
  ArtifactSource,
  StoredArtifact,
} from '../../../src/transport/artifacts/artifact-store.ts';
import type { Change } from '../reconcile/read-change.ts';

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
  url: string;
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

/**
 * The runs of one repository on one CI. Every method throws GithubUnavailable when it helps to wait, and
 * GithubRefused when it does not.
 */
export interface RunSide {
  /**
   * Those that measured this change, as `gate` of the base branch says which ones count: oldest first, at
   * most 100. The last is the one to go on with.
   * @param suite whose artifacts tell which jobs measure; undefined where that is not known
   * @param judged ids of runs of this commit that have a verdict: those of its CI are not left out
   */
  list(
    change: Change,
    gate: GateSettings,
    suite: string | undefined,
    judged: readonly string[],
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
  /** Of the newest attempt of each job. */
  listJobs(run: Run): Promise<RunJob[]>;
  /**
   * Has shards measured again on fresh runners.
   * @param shards indexes, from 0; at least one
   * @param total of how many
   */
  measureAgain(run: Run, shards: readonly number[], total: number): Promise<Rerun>;
  /** Has the shards measured again that failed; where none did, all of them. */
  measureAllAgain(run: Run, total: number): Promise<Rerun>;
}
