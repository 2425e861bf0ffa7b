import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerRpc, type RpcState } from './rpc.ts';
import type { FakeArtifact, FakeFaults } from './stored-artifact.ts';

const rpcPath = '/twirp/github.actions.results.api.v1.ArtifactService/';

/** GitHub's artifact service as one workflow run sees it, over HTTP on 127.0.0.1. */
export interface ArtifactService {
  /** Everything that was created, in that order; tests may change and delete. */
  readonly artifacts: FakeArtifact[];
  readonly faults: FakeFaults;
  /** Requests that it refused, and why: a client that is right causes only those that a test wants. */
  readonly refusals: string[];
  /**
   * The environment of one job, for the process that uses the client.
   * @param job as GitHub numbers them inside; another for each job
   */
  describeJob(job: string): Record<string, string>;
  stop(): Promise<void>;
}

export async function startArtifactService(run = 'run-backend-id'): Promise<ArtifactService> {
  const faults: FakeFaults = {};
  const refusals: string[] = [];
  const state: RpcState = { run, artifacts: [], lastId: 100, baseUrl: '' };
  const server = createServer((request, response) => {
    void answer(request, response, state, faults, refusals);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  state.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    artifacts: state.artifacts,
    faults,
    refusals,
    describeJob: (job) => ({
      ACTIONS_RESULTS_URL: `${state.baseUrl}/`,
      ACTIONS_RUNTIME_TOKEN: createToken(run, job),
      GITHUB_SERVER_URL: 'https://github.com',
    }),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Unsigned: the client reads the scope, only GitHub checks the signature. */
function createToken(run: string, job: string): string {
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none' })}.${encode({ scp: `Actions.Results:${run}:${job}` })}.`;
}

/** The job of the token in a request; undefined when it has none of this run. */
function readJob(request: IncomingMessage, run: string): string | undefined {
  const payload = request.headers.authorization?.replace(/^Bearer /, '').split('.')[1] ?? '';
  const match = /"scp":"Actions\.Results:([^:"]+):([^:"]+)"/.exec(
    Buffer.from(payload, 'base64url').toString('utf8'),
  );
  return match?.[1] === run ? match[2] : undefined;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: RpcState,
  faults: FakeFaults,
  refusals: string[],
): Promise<void> {
  const url = new URL(request.url ?? '/', state.baseUrl);
  const body = await readBody(request);
  if (url.pathname.startsWith('/blob/')) {
    const id = Number(url.pathname.slice('/blob/'.length));
    const artifact = state.artifacts.find((each) => each.id === id);
    answerBlob(request, url, body, artifact, faults, response);
    if (response.statusCode >= 400)
      refusals.push(`${request.method} ${url} ${response.statusCode}`);
    return;
  }
  const { status, body: answered } = call(request, url, body, state, faults);
  if (status >= 400) refusals.push(`${url.pathname} ${status} ${JSON.stringify(answered)}`);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answered));
}

function call(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  state: RpcState,
  faults: FakeFaults,
): { status: number; body: Record<string, unknown> } {
  if (faults.status !== undefined) return { status: faults.status, body: { msg: 'as was asked' } };
  const job = readJob(request, state.run);
  if (job === undefined) return { status: 401, body: { code: 'unauthenticated' } };
  const isCall = request.method === 'POST' && url.pathname.startsWith(rpcPath);
  if (!isCall) return { status: 404, body: { code: 'bad_route' } };
  try {
    const fields: unknown = JSON.parse(body.toString('utf8'));
    return answerRpc(url.pathname.slice(rpcPath.length), fields, job, state);
  } catch {
    return { status: 400, body: { code: 'malformed' } };
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Answers a request for the content of an artifact. */
function answerBlob(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
  artifact: FakeArtifact | undefined,
  faults: FakeFaults,
  response: ServerResponse,
): void {
  const signature = url.searchParams.get('sig');
  if (artifact === undefined) respond(response, 404);
  else if (request.method === 'PUT' && signature === 'upload') {
    respond(response, put(request, url, body, artifact));
  } else if (request.method === 'GET' && signature === 'download') {
    get(artifact, faults, response);
  } else respond(response, 403);
}

/** @returns the status */
function put(request: IncomingMessage, url: URL, body: Buffer, artifact: FakeArtifact): number {
  const operation = url.searchParams.get('comp');
  if (request.headers['x-ms-version'] === undefined) return 400;
  if (operation === 'block') {
    const id = url.searchParams.get('blockid');
    if (id === null || request.headers['content-length'] !== String(body.length)) return 400;
    artifact.blocks.set(id, body);
    return 201;
  }
  if (operation !== 'blocklist') return 400;
  const ids = [...body.toString('utf8').matchAll(/<Latest>([^<]+)<\/Latest>/g)];
  const parts = ids.map(([, id]) => artifact.blocks.get(id ?? ''));
  if (parts.includes(undefined)) return 400;
  artifact.content = Buffer.concat(parts.filter((part) => part !== undefined));
  return 201;
}

function get(artifact: FakeArtifact, faults: FakeFaults, response: ServerResponse): void {
  const { content, name, contentType } = artifact;
  response.writeHead(200, {
    'content-type': contentType,
    'content-length': content.length,
    'content-disposition': `attachment; filename="${name}.zip"`,
  });
  const { cutDownloadsAfterBytes } = faults;
  if (cutDownloadsAfterBytes === undefined) {
    response.end(content);
    return;
  }
  response.write(content.subarray(0, cutDownloadsAfterBytes), () => response.destroy());
}

function respond(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    etag: '"0x1"',
    'last-modified': new Date(0).toUTCString(),
    'x-ms-request-id': '1',
    'x-ms-version': '2025-01-05',
  });
  response.end();
}
