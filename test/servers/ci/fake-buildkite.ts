import { createHash } from 'node:crypto';
import type { Answer } from '../listen.ts';
import { type FakeRequest, startFakeServer } from './fake-server.ts';
import { type FakeStorage, startFakeStorage } from './fake-storage.ts';
import { type Json, jobsOf, showBuild, makeId, showJob } from './show-buildkite.ts';

/** The pipeline acme/sync, whose first build is number 42. */
export interface FakeBuildkite {
  url: string;
  token: string;
  scopes: string[];
  storage: FakeStorage;
  /** The first of `builds`. */
  build: Json;
  builds: Json[];
  pipeline: Json;
  /** Keys of the steps that say `permit_on_passed: false`. */
  strictSteps: Set<string>;
  artifacts: Json[];
  requests: string[];
  intercept: (path: string, request: FakeRequest) => Answer | undefined;
}

const path = '/v2/organizations/acme/pipelines/sync';
const job = 'b63254c0-3271-4a98-8270-7cfbd6c2f14e';

export async function startFakeBuildkite(): Promise<FakeBuildkite> {
  const build = showBuild(42);
  const buildkite: FakeBuildkite = {
    url: '',
    token: 'bkua_0123456789',
    scopes: ['read_builds', 'read_artifacts', 'read_pipelines', 'write_builds'],
    storage: await startFakeStorage(),
    build,
    builds: [build],
    pipeline: {
      slug: 'sync',
      repository: 'git@github.com:acme/sync.git',
      default_branch: 'main',
      provider: { id: 'github' },
    },
    strictSteps: new Set(),
    artifacts: [],
    requests: [],
    intercept: () => undefined,
  };
  buildkite.url = await startFakeServer((request) => respond(buildkite, request));
  return buildkite;
}

function respond(buildkite: FakeBuildkite, request: FakeRequest): Answer {
  const { method, url, headers } = request;
  buildkite.requests.push(`${method} ${url.pathname}${url.search}`);
  const instead = buildkite.intercept(url.pathname, request);
  if (instead !== undefined) return instead;
  if (headers.authorization !== `Bearer ${buildkite.token}`) {
    return { status: 401, body: { message: 'Authentication required.' } };
  }
  const { scopes } = buildkite;
  if (url.pathname === '/v2/access-token') return { status: 200, body: { uuid: job, scopes } };
  const [, number, rest = ''] = /\/builds\/(\d+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
  const needed = nameScopes(method, url.pathname, rest);
  if (!scopes.some((scope) => needed.includes(scope))) {
    return { status: 403, body: { message: 'Forbidden' } };
  }
  if (method === 'PUT') return change(buildkite, number, rest);
  if (url.pathname === path) return { status: 200, body: buildkite.pipeline };
  if (url.pathname === `${path}/builds`) return { status: 200, body: listBuilds(buildkite, url) };
  const build = findBuild(buildkite, number);
  if (url.pathname === `${path}/builds/${number}` && build !== undefined) {
    return { status: 200, body: showAsked(build, url) };
  }
  if (build !== undefined && rest === 'artifacts') {
    return { status: 200, body: cutPage(listArtifacts(buildkite, build), url) };
  }
  const [, id = ''] = /\/jobs\/[^/]+\/artifacts\/([^/]+)\/download$/.exec(url.pathname) ?? [];
  const artifact = buildkite.artifacts.find((each) => each['id'] === id);
  if (artifact === undefined) return { status: 404, body: { message: 'No artifact found' } };
  const location = `${buildkite.storage.url}/${id}?sig=signed`;
  return { status: 302, headers: { location }, body: { url: location } };
}

function nameScopes(method: string, asked: string, rest: string): readonly string[] {
  if (method === 'PUT') return ['write_builds', 'retry_builds'];
  if (rest.includes('artifacts')) return ['read_artifacts'];
  return asked === path ? ['read_pipelines'] : ['read_builds'];
}

function change(buildkite: FakeBuildkite, number: string | undefined, rest: string): Answer {
  const [, id] = /^jobs\/([^/]+)\/retry$/.exec(rest) ?? [];
  const build = findBuild(buildkite, number);
  if (id === undefined || build === undefined) return { status: 404, body: { message: 'No job' } };
  return retryJob(build, id, buildkite.strictSteps);
}

function findBuild({ builds }: FakeBuildkite, number: string | undefined): Json | undefined {
  return builds.find((build) => String(build['number']) === number);
}

/** Those of a job that no build here has count as the build's own. */
function listArtifacts({ artifacts, builds }: FakeBuildkite, build: Json): Json[] {
  const others = builds.filter((each) => each !== build).flatMap(jobsOf);
  const strange = new Set(others.map((job) => job['id']));
  return artifacts.filter((artifact) => !strange.has(artifact['job_id']));
}

/** Newest first, as Buildkite lists them. */
function listBuilds({ builds }: FakeBuildkite, url: URL): Json[] {
  const commit = url.searchParams.get('commit');
  const branch = url.searchParams.get('branch');
  const from = url.searchParams.get('created_from') ?? '';
  const found = builds
    .filter((build) => commit === null || build['commit'] === commit)
    .filter((build) => branch === null || build['branch'] === branch)
    .filter((build) => String(build['created_at']) >= from);
  found.sort((a, b) => Number(b['number']) - Number(a['number']));
  return cutPage(found, url).map((build) => showAsked(build, url));
}

/** Without being asked for, jobs that were retried are left out. */
function showAsked(build: Json, url: URL): Json {
  if (url.searchParams.get('include_retried_jobs') === 'true') return build;
  return { ...build, jobs: jobsOf(build).filter((each) => each['retried'] !== true) };
}

function cutPage(all: readonly Json[], url: URL): Json[] {
  const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
  const page = Number(url.searchParams.get('page') ?? 1);
  return all.slice((page - 1) * size, page * size);
}

/** What a service has to name: its storage is nowhere near that of Buildkite. */
export function hostsOf({ storage }: FakeBuildkite): string[] {
  return [new URL(storage.url).host];
}

/** Stores a file as its agent uploads it. */
export function storeFile(
  { artifacts, storage }: FakeBuildkite,
  file: string,
  content: Buffer,
  changes: Json = {},
): void {
  const number = String(artifacts.length + 1).padStart(12, '0');
  const id = `76365070-34d5-4104-8b91-${number}`;
  const parts = file.split('/');
  artifacts.push({
    ...{ id, job_id: job, state: 'finished', path: file },
    ...{ filename: parts.at(-1), dirname: parts.slice(0, -1).join('/') },
    mime_type: 'application/octet-stream',
    file_size: content.length,
    sha1sum: createHash('sha1').update(content).digest('hex'),
    ...changes,
  });
  storage.contents.set(`/${id}`, content);
}

/** What Buildkite retries is what has ended, once, in a build that nobody canceled. */
const retriable = ['failed', 'timed_out', 'canceled', 'expired'];

/**
 * Answers `PUT …/jobs/{id}/retry`.
 * @param strictSteps steps that say `permit_on_passed: false`
 */
function retryJob(build: Json, id: string, strictSteps: ReadonlySet<string>): Answer {
  const jobs = jobsOf(build);
  const job = jobs.find((each) => each['id'] === id);
  if (job === undefined) return { status: 404, body: { message: 'No job found' } };
  const refuse = (status: number, message: string) => ({ status, body: { message } });
  if (build['state'] === 'canceled') {
    return refuse(422, 'Jobs from canceled builds cannot be retried');
  }
  if (job['retried'] === true) return refuse(400, 'Jobs can only be retried once');
  const state = String(job['state']);
  const isPermitted = state === 'passed' && !strictSteps.has(String(job['step_key']));
  if (!isPermitted && !retriable.includes(state)) {
    return refuse(400, 'Only failed, timed out or canceled jobs can be retried');
  }
  const next = showJob(0, {
    ...job,
    ...nameJob(build, 900_000_000 + Number(build['number']) * 1000 + jobs.length),
    ...{ state: 'scheduled', exit_status: null, started_at: null, finished_at: null },
    created_at: nameNextMoment(jobs),
    retries_count: Number(job['retries_count'] ?? 0) + 1,
    retry_source: { job_id: id, retry_type: 'manual' },
  });
  Object.assign(job, { retried: true, retried_in_job_id: next['id'], retry_type: 'manual' });
  Object.assign(build, { jobs: [...jobs, next], state: 'running', finished_at: null });
  return { status: 200, body: next };
}

function nameJob(build: Json, serial: number): Json {
  const id = makeId(serial);
  return { id, web_url: `${String(build['web_url'])}#${id}` };
}

/** A minute after whatever was made last: a retry is younger than all that was there. */
function nameNextMoment(jobs: readonly Json[]): string {
  const newestMs = Math.max(...jobs.map((each) => Date.parse(String(each['created_at'])) || 0));
  return new Date(newestMs + 60_000).toISOString();
}
