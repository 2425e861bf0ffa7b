/** The documented fields of Buildkite's answers and webhooks, as far as Perigee reads them: no other path compiles. */

export interface BuildAnswer {
  number: number;
  state: string;
  /** Whether one of its steps waits for a person. */
  blocked: boolean;
  commit: string;
  /** The message of the commit, unless a person gave it another one. */
  message: string | null;
  branch: string;
  source: string;
  created_at: string;
  finished_at: string | null;
  web_url: string;
  author: { name: string } | null;
  creator: { name: string } | null;
  /** An empty object where there is none. */
  pull_request: { id?: string; base?: string; repository?: string } | null;
  triggered_from: { build_number: number; build_pipeline_slug: string } | null;
  /** Absent where they are not asked for. */
  jobs?: JobAnswer[];
}

export interface JobAnswer {
  id: string;
  /** Whether it runs a script, waits for a person, or triggers another pipeline. */
  type: string;
  name: string | null;
  step_key: string | null;
  step: { id: string } | null;
  state: string;
  command: string | null;
  web_url: string;
  created_at: string;
  finished_at: string | null;
  retries_count: number | null;
  retried_in_job_id: string | null;
  parallel_group_index: number | null;
  parallel_group_total: number | null;
}

export interface PipelineAnswer {
  /** The address that it clones. */
  repository: string;
  default_branch: string;
}

/** One file that a job uploaded. */
export interface ArtifactAnswer {
  id: string;
  job_id: string;
  state: string;
  path: string;
  file_size: number;
  sha1sum: string;
}

export interface TokenAnswer {
  scopes: string[];
}

export interface RefusalAnswer {
  message: string;
}

export interface WebhookPayload {
  event: string;
  build: { url: string };
  job?: { type: string };
  pipeline: { repository: string };
}
