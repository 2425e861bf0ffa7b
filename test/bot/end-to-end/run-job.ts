/** One job of a workflow on one runner, for one attempt. */
export interface WorkflowJob {
  /** The repository at the commit of the run, shallow. */
  checkout: string;
  event: string;
  payload: object;
  /** GITHUB_SHA and GITHUB_REF. */
  head: string;
  reference: string;
  /** Counted from 1. */
  shard: number;
  /** What GitHub sets besides. */
  environment: Readonly<Record<string, string>>;
}

/** @throws with all that the job printed, when it fails */
export type RunJob = (job: WorkflowJob) => Promise<void>;
