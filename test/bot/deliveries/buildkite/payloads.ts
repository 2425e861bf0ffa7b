/** What Buildkite sends, in the shapes of its documentation. Tests change what they are about. */

type Json = Record<string, unknown>;

const sender = { id: '8a7693f8-dbae-4783-9137-84090fce9045', name: 'Mona Lisa' };
const api = 'https://api.buildkite.com/v2/organizations/acme';

const build: Json = {
  id: 'f62a1b4d-10f9-4790-bc1c-e2c3a0c80983',
  url: `${api}/pipelines/sync-perf/builds/42`,
  web_url: 'https://buildkite.com/acme/sync-perf/builds/42',
  number: 42,
  state: 'running',
  blocked: false,
  message: 'Sync faster\n\nwith "quotes"',
  commit: 'c'.repeat(40),
  branch: 'topic',
  tag: null,
  source: 'webhook',
  creator: null,
  created_at: '2026-11-21 10:00:00 UTC',
  scheduled_at: '2026-11-21 10:00:00 UTC',
  started_at: '2026-11-21 10:00:04 UTC',
  finished_at: null,
  meta_data: {},
  pull_request: { id: '3', base: 'main', repository: 'git@github.com:acme/sync.git' },
};

const pipeline: Json = {
  id: '849411f9-9e6d-4739-a0d8-e247088e9b52',
  url: `${api}/pipelines/sync-perf`,
  name: 'Sync: performance',
  slug: 'sync-perf',
  repository: 'git@github.com:acme/sync.git',
  provider: { id: 'github', settings: {} },
  default_branch: 'main',
  created_at: '2026-01-01 10:00:00 UTC',
};

const job: Json = {
  id: 'b63254c0-3271-4a98-8270-7cfbd6c2f14e',
  type: 'script',
  name: 'Measure',
  step_key: 'measure',
  state: 'passed',
  exit_status: 0,
  parallel_group_index: 0,
  parallel_group_total: 2,
  retries_count: 0,
};

/** @param changes of the build */
export function tellBuild(event: string, changes: Json = {}): Json {
  return { event, build: { ...build, ...changes }, pipeline, sender };
}

/** @param changes of the job */
export function tellJob(event: string, changes: Json = {}): Json {
  return { ...tellBuild(event), job: { ...job, ...changes } };
}

export const ping: Json = {
  event: 'ping',
  service: { id: '49801950-1df0-474f-bb56-ad6a930c5cb9', provider: 'webhook', settings: {} },
  organization: { id: 'd8f2a6a5-8b4e-4b7e-9d55-9a0d2d5f0f3c', slug: 'acme' },
  sender,
};

export const heard: readonly Json[] = [
  tellBuild('build.scheduled', { state: 'scheduled', started_at: null }),
  tellBuild('build.running'),
  tellBuild('build.finished', { state: 'passed', finished_at: '2026-11-21 10:05:00 UTC' }),
  tellBuild('build.finished', { state: 'blocked', blocked: true }),
  tellJob('job.finished'),
  tellJob('job.finished', { state: 'failed', exit_status: 1, retries_count: 1 }),
];

export const unheard: readonly Json[] = [
  ping,
  tellBuild('build.failing'),
  tellBuild('build.skipped'),
  tellJob('job.scheduled'),
  tellJob('job.started'),
  tellJob('job.finished', { type: 'trigger', async: true }),
  tellJob('job.finished', { type: 'waiter' }),
  { ...tellJob('job.finished'), job: null },
  { event: 'agent.connected', agent: { id: 'a', name: 'agent-1' }, sender },
  { event: 'cluster_token.registration_blocked', blocked_ip: '204.124.80.36', sender },
];
