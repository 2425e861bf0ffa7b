import { createHash } from 'node:crypto';
import { type FakeAnswer, type FakeRequest, startFakeServer } from './fake-server.ts';
import { type FakeStorage, startFakeStorage } from './fake-storage.ts';

type Json = Record<string, unknown>;

/** Build 42 of the pipeline acme/sync, in the shapes of Buildkite's documentation of its API. */
export interface FakeBuildkite {
  url: string;
  token: string;
  storage: FakeStorage;
  build: Json;
  pipeline: Json;
  artifacts: Json[];
  requests: string[];
  intercept: (path: string, request: FakeRequest) => FakeAnswer | undefined;
}

const path = '/v2/organizations/acme/pipelines/sync';
const job = 'b63254c0-3271-4a98-8270-7cfbd6c2f14e';

export async function startFakeBuildkite(): Promise<FakeBuildkite> {
  const buildkite: FakeBuildkite = {
    url: '',
    token: 'bkua_0123456789',
    storage: await startFakeStorage(),
    build: {
      id: 'f62a1b4d-10f9-4790-bc1c-e2c3a0c80983',
      number: 42,
      web_url: 'https://buildkite.com/acme/sync/builds/42',
      state: 'passed',
      commit: 'c'.repeat(40),
      branch: 'main',
      source: 'webhook',
      creator: { id: '3d3c3bf0-7d58-4afe-8fe7-b3017d5504de', name: 'Mona Lisa' },
      jobs: [],
      created_at: '2026-11-21T10:00:00.874Z',
      meta_data: {},
      pull_request: {},
    },
    pipeline: {
      slug: 'sync',
      repository: 'git@github.com:acme/sync.git',
      default_branch: 'main',
      provider: { id: 'github' },
    },
    artifacts: [],
    requests: [],
    intercept: () => undefined,
  };
  buildkite.url = await startFakeServer((request) => respond(buildkite, request));
  return buildkite;
}

function respond(buildkite: FakeBuildkite, request: FakeRequest): FakeAnswer {
  const { method, url, headers } = request;
  buildkite.requests.push(`${method} ${url.pathname}${url.search}`);
  const instead = buildkite.intercept(url.pathname, request);
  if (instead !== undefined) return instead;
  if (headers.authorization !== `Bearer ${buildkite.token}`) {
    return { status: 401, body: { message: 'Authentication required.' } };
  }
  if (url.pathname === path) return { status: 200, body: buildkite.pipeline };
  if (url.pathname === `${path}/builds/42`) return { status: 200, body: buildkite.build };
  if (url.pathname === `${path}/builds/42/artifacts`) {
    const size = Number(url.searchParams.get('per_page') ?? 30);
    const page = Number(url.searchParams.get('page') ?? 1);
    return { status: 200, body: buildkite.artifacts.slice((page - 1) * size, page * size) };
  }
  const [, id = ''] = /\/jobs\/[^/]+\/artifacts\/([^/]+)\/download$/.exec(url.pathname) ?? [];
  const artifact = buildkite.artifacts.find((each) => each['id'] === id);
  if (artifact === undefined) return { status: 404, body: { message: 'No artifact found' } };
  const location = `${buildkite.storage.url}/${id}?sig=signed`;
  return { status: 302, headers: { location }, body: { url: location } };
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
