export interface BuildkiteJob {
  id: string;
  /** Id of its step: the same for all its parallel jobs and retries. */
  step: string;
  name: string;
  state: 'waiting' | 'running' | 'ended';
  /** In the words of Buildkite, where it has ended: passed, failed, timed_out, canceled, … */
  conclusion?: string;
  /** How often this job had been retried before: 0 for the first. */
  retries: number;
  /** The job that took its place. */
  retriedIn?: string;
  /** `index` counts from 0. */
  parallel?: { index: number; total: number };
  createdAtMs: number;
  url: string;
  /** Its command, cut if it is long. */
  command?: string;
}

export interface BuildkiteBuild {
  /** `organisation/pipeline/number`. */
  runId: string;
  number: number;
  state: 'queued' | 'in-progress' | 'completed';
  /** In the words of GitHub, where it is completed: success, failure, cancelled, skipped. */
  conclusion?: string;
  commit: string;
  branch?: string;
  pullRequest?: number;
  /** Owner and name of the repository that the pull request comes from. */
  headRepository?: string;
  /** Its trigger, in the words of Buildkite: webhook, api, ui, trigger_job, schedule. */
  source: string;
  /** The build whose step has triggered it, as `organisation/pipeline/number`. */
  triggeredFrom?: string;
  createdAtMs: number;
  url: string;
  /** Those that run a script, retried ones too. */
  jobs: BuildkiteJob[];
}

/** The subject of a build, and its trigger. */
export type BuildkiteOrigin = Pick<BuildkiteBuild, 'commit' | 'source' | 'triggeredFrom'>;

/** A build that a schedule of the pipeline has started, and that has ended. */
export interface ScheduledBuild extends Pick<BuildkiteBuild, 'runId' | 'commit' | 'createdAtMs'> {
  /** Later, where a job of it was retried. */
  finishedAtMs: number;
}

/** The builds of pipelines, as they stand now. All of it throws Unavailable and Refused. */
export interface BuildkiteBuilds {
  /**
   * Those of a commit, newest first, at most 100: fewer if they have so many jobs that only some fit into an answer.
   * @param pipeline `organisation/pipeline`
   * @throws Refused when the pipeline is not of this repository
   */
  listBuilds(
    pipeline: string,
    repository: string,
    commit: string,
    signal: AbortSignal,
  ): Promise<BuildkiteBuild[]>;
  /**
   * Those of a branch, newest first, among its newest 300 builds since then. Only people who may change the settings of
   * the pipeline can start a build that says that a schedule did.
   * @throws Refused when the pipeline is not of this repository
   */
  listScheduled(
    pipeline: string,
    of: { repository: string; branch: string; sinceMs: number },
    signal: AbortSignal,
  ): Promise<ScheduledBuild[]>;
  /** Undefined where there is no such build, or the token may not see it. */
  readBuild(runId: string, signal: AbortSignal): Promise<BuildkiteBuild | undefined>;
  /** Origin of a build of any pipeline; cached, because it does not change. Undefined if we cannot see it. */
  readOrigin(runId: string, signal: AbortSignal): Promise<BuildkiteOrigin | undefined>;
  /**
   * Each job once: then the job that took its place.
   * @throws Refused where it is not permitted, with what to change
   * @throws Unavailable also where it may have been done: read the build before the next try
   */
  retryJob(runId: string, jobId: string, signal: AbortSignal): Promise<void>;
}
