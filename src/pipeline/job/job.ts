import type { Problem, RunRecord, Verdict } from '../../contract/documents.ts';
import type { ExitCode } from '../../contract/user-error.ts';
import type { UntouchedShards } from '../../contract/untouched-shards.ts';
import type { Suite } from '../../contract/suite.ts';
import type { IsolationChoice } from '../../profile/launch/isolation.ts';
import type { RuleAnnotation } from '../../report/annotations/annotate-rules.ts';
import type { Change } from '../../runner/revisions/find-change.ts';
import type { Repository } from '../../runner/revisions/repository.ts';
import type { ArtifactStore, StoredArtifact } from '../../transport/artifacts/artifact-store.ts';
import type { BuildOrigin } from '../../transport/artifacts/describe-shard.ts';
import type { Emission } from '../../transport/eventlog/emit-event.ts';
import type { KafkaChoice } from '../../transport/eventlog/kafka-settings.ts';
import type { BaseSuite, Judged } from '../judge-records.ts';
import type { ControlKind, Proof } from '../prove-gate.ts';
import type { PrepareExplaining } from '../with-collector.ts';
import type { Bundle } from './bundle.ts';

export const expectChoices = ['improved'] as const;
export const affectedChoices = ['all', 'auto'] as const;
export const instructionChoices = ['off', 'too', 'only'] as const;
export const failChoices = ['regressed', 'undecided', 'never'] as const;

/** The checked request of a workflow or a pipeline. */
export interface JobRequest {
  /** Path of perigee.yml from the repository's root. */
  config: string;
  /** `index` is counted from 0. */
  shard: { index: number; total: number };
  /** Path from the repository's root of the folder where builds of the base are kept. */
  buildCache?: string;
  /** Pairs to measure, where perigee.yml asks for fewer. */
  repeats?: number;
  /** The use of pairs, besides deciding what blocks. */
  expect?: (typeof expectChoices)[number];
  /** Tests are left out that the change does not touch. */
  affected?: 'auto';
  /** Count instructions, beside times or alone, whatever perigee.yml says. */
  instructions?: 'too' | 'only';
  /** For mode control: what one side gets worse by. */
  control: { kind: ControlKind; share: number };
  failOn: (typeof failChoices)[number];
  /** Isolation of tests from the other side. */
  isolation: IsolationChoice;
  /** The target of events, if any. */
  kafka: KafkaChoice;
  kafkaDeadlineMs: number;
}

/** How the jobs of the shards ended together. */
export const resultChoices = ['success', 'failure', 'cancelled', 'skipped'] as const;

/** The jobs of the shards in the words of their CI, if all of them have the same attempt. */
export interface ShardJobs {
  /** That of the build: a shard may have been measured in an earlier one. */
  attempt: number;
  /** The result of all of them together, if the CI tells. */
  result?: (typeof resultChoices)[number];
}

/** Which job of which build this is, as its CI says. */
export interface CiJob {
  build: BuildOrigin;
  /** How often this job was started, from 1. */
  attempt: number;
  /** The page of this build. */
  url: string;
  /** A job that a schedule started runs the nightly tests, too. */
  isScheduled: boolean;
  /** A branch of this repository is measured itself. Names do not tell: that of a fork may be called main, too. */
  isOwnBranch: boolean;
  /** The branch the change is on. */
  branch?: string;
  /** The branch it is to be merged into, or was pushed to. */
  targetBranch?: string;
  /** For files that end with the job. */
  temporaryFolder: string;
  /** For a report on Buildkite: the key of the step whose jobs count. */
  step?: string;
}

/** The log of a job, and what later steps can read of it. */
export interface JobLog {
  say(this: void, sentence: string): void;
  warn(this: void, sentence: string): void;
  /** All output of the body is folded under the title. */
  group<T>(this: void, title: string, body: () => Promise<T>): Promise<T>;
  /** A sentence about a line of perigee.yml. */
  annotate(this: void, annotation: RuleAnnotation): void;
  output(this: void, name: string, value: string): void;
}

/** The delivery of a shard's measurements. */
export interface Delivery {
  /** Absent where it could not be uploaded; then `why`. */
  stored?: StoredArtifact;
  why?: string;
  emission: Emission;
}

/** The texts of a job beside its log: summary and comment on GitHub, the annotation on Buildkite. */
export interface JobMessages {
  showVerdict(this: void, job: Job, judged: Judged, kept: KeptVerdict): Promise<Shown>;
  /** One of several shards was measured. */
  showShard(
    this: void,
    job: Job,
    record: RunRecord,
    verdict: Verdict,
    delivery: Delivery,
  ): Promise<void>;
  /** @param neverPassed tests that leave a hole in the history */
  showHistory(
    this: void,
    job: Job,
    record: RunRecord,
    delivery: Delivery,
    neverPassed: readonly string[],
  ): Promise<void>;
  showControl(this: void, job: Job, proof: Proof): Promise<void>;
}

export interface KeptVerdict {
  /** Has the verdict and its page. */
  folder: string;
  /** Names of the artifacts that it is over, as far as they were uploaded. */
  artifacts: readonly string[];
}

export interface Shown {
  /** The author insists on a message that could not be left. */
  failed: boolean;
}

/** The common start of every mode of the action and of the plugin. */
export interface Job {
  request: JobRequest;
  ci: CiJob;
  repository: Repository;
  change: Change;
  /** The tests of the change, with the thresholds of the commit before it. */
  suite: Suite;
  /** The suite of the commit before. */
  base?: BaseSuite;
  /** Further notes for the readers of the results. */
  notes: string[];
  /** Problems for the verdict besides those of the records. */
  problems: Problem[];
  /** The places of thresholds of the commit before in the file of the change. */
  moved?: ReadonlyMap<string, string>;
  /** The environment of setup and tests. */
  environment: Readonly<Record<string, string>>;
  bundle: Bundle;
  log: JobLog;
  messages: JobMessages;
  /**
   * The check of this commit before anything is set up. `passed`: no test reads what the change touches, or a merge
   * group is its pull request on the same base. Absent where the CI cannot tell.
   */
  readCheck?(this: void): Promise<'passed' | UntouchedShards | undefined>;
  /** Before a regression is explained. */
  prepareExplaining?: PrepareExplaining;
  /** The artifacts of this build. A client may be large, and most of a job does without it. */
  openArtifacts(this: void): Promise<ArtifactStore>;
}

/**
 * Ends a job that fails though nothing regressed: later steps read its outputs, and these must not say that it passed.
 * @returns the code
 */
export function endRed(log: JobLog, verdict: Verdict['conclusion'], code: ExitCode): ExitCode {
  log.output('verdict', verdict);
  log.output('exit-code', String(code));
  return code;
}
