/** Builds and jobs in the shapes of Buildkite's documentation of its API. */

export type Json = Record<string, unknown>;

const pages = 'https://buildkite.com/acme/sync/builds';

/** A build of acme/sync that passed. */
export function showBuild(number: number, changes: Json = {}): Json {
  return {
    id: makeId(number),
    number,
    web_url: `${pages}/${number}`,
    state: 'passed',
    blocked: false,
    commit: 'c'.repeat(40),
    branch: 'main',
    source: 'webhook',
    creator: { id: '3d3c3bf0-7d58-4afe-8fe7-b3017d5504de', name: 'Mona Lisa' },
    jobs: [],
    created_at: '2026-11-21T10:00:00.874Z',
    meta_data: {},
    pull_request: {},
    rebuilt_from: null,
    ...changes,
  };
}

/** A job that passed, the first of its step. `serial` makes its id. */
export function showJob(serial: number, changes: Json = {}): Json {
  const id = makeId(serial);
  return {
    id,
    type: 'script',
    name: ':stopwatch: measure',
    step_key: 'measure',
    step: { id: '018c0f56-c87c-47e9-95ee-aa47397b4496', signature: null },
    state: 'passed',
    web_url: `${pages}/42#${id}`,
    soft_failed: false,
    exit_status: 0,
    created_at: '2026-11-21T10:00:01.000Z',
    started_at: '2026-11-21T10:00:05.000Z',
    finished_at: '2026-11-21T10:03:00.000Z',
    retried: false,
    retried_in_job_id: null,
    retries_count: null,
    retry_source: null,
    retry_type: null,
    parallel_group_index: null,
    parallel_group_total: null,
    ...changes,
  };
}

/** The jobs of one step with `parallelism`. */
export function showParallelJobs(first: number, total: number, changes: Json = {}): Json[] {
  return Array.from({ length: total }, (_, index) =>
    showJob(first + index, {
      parallel_group_index: index,
      parallel_group_total: total,
      ...changes,
    }),
  );
}

export function makeId(serial: number): string {
  return `0194b92a-4d74-46bb-a1bf-${String(serial).padStart(12, '0')}`;
}

export function jobsOf(build: Json): Json[] {
  const { jobs } = build;
  return Array.isArray(jobs) ? (jobs as Json[]) : [];
}
