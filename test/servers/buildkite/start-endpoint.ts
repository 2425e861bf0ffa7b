/** The API that agents talk to, as far as jobs of ours use it: annotations, artifacts, meta-data. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  type Answer,
  type Body,
  createArtifacts,
  fetchStored,
  finishArtifacts,
  searchArtifacts,
  storeArtifact,
  type UploadedArtifact,
  nothing,
} from './agent-artifacts.ts';

export interface Annotation {
  body: string;
  context: string;
  style: string;
}

export interface EndpointJob {
  id: string;
  build: string;
  /** Key of its step. */
  step: string;
  /** Whether another job took its place. */
  isRetried: boolean;
}

/** What a build has received, for a test to read. */
export interface EndpointBuild {
  id: string;
  /** By context: the last one counts. */
  annotations: Map<string, Annotation>;
  /** All of them in order, also those that another replaced. */
  annotated: Annotation[];
  artifacts: UploadedArtifact[];
  metaData: Map<string, string>;
}

export interface AgentEndpoint {
  /** What an agent is given. */
  url: string;
  token: string;
  /** What was asked and had no answer here. */
  unknown: string[];
  openBuild(): EndpointBuild;
  openJob(build: EndpointBuild, step: string): EndpointJob;
}

interface State {
  origin: string;
  builds: Map<string, EndpointBuild>;
  jobs: Map<string, EndpointJob>;
  /** By the id of the request that announced them: files that are about to come. */
  batches: Map<string, UploadedArtifact[]>;
}

/** On a free port, as long as the test runs. */
export async function startAgentEndpoint(): Promise<AgentEndpoint> {
  const token = 'token-of-an-agent';
  const unknown: string[] = [];
  const state: State = { origin: '', builds: new Map(), jobs: new Map(), batches: new Map() };
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', state.origin);
      const content = await readAll(request);
      const answer = await respond(state, request, url, content, token);
      if (answer === nothing) unknown.push(`${request.method} ${url.pathname}`);
      const type = answer.bytes === undefined ? 'application/json' : 'application/octet-stream';
      response.writeHead(answer.status, { 'content-type': type });
      response.end(answer.bytes ?? JSON.stringify(answer.json ?? {}));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${state.origin}/v3`,
    token,
    unknown,
    openBuild: () => {
      const build: EndpointBuild = {
        ...{ id: randomUUID(), annotations: new Map(), annotated: [] },
        ...{ artifacts: [], metaData: new Map() },
      };
      state.builds.set(build.id, build);
      return build;
    },
    openJob: (build, step) => {
      const job = { id: randomUUID(), build: build.id, step, isRetried: false };
      state.jobs.set(job.id, job);
      return job;
    },
  };
}

async function respond(
  state: State,
  request: IncomingMessage,
  url: URL,
  content: Buffer,
  token: string,
): Promise<Answer> {
  const { batches, builds, jobs, origin } = state;
  const [, batch] = /^\/storage\/([^/]+)$/.exec(url.pathname) ?? [];
  if (batch !== undefined) return storeArtifact(batches.get(batch), request, content);
  const [, stored] = /^\/stored\/([^/]+)$/.exec(url.pathname) ?? [];
  if (stored !== undefined) {
    return fetchStored(
      [...builds.values()].flatMap(({ artifacts }) => artifacts),
      stored,
    );
  }
  if (request.headers.authorization !== `Token ${token}`) {
    return { status: 401, json: { message: 'Invalid access token' } };
  }
  const [, kind, id = '', rest = ''] =
    /^\/v3\/(jobs|builds)\/([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
  const job = jobs.get(id);
  const build = builds.get(kind === 'builds' ? id : (job?.build ?? ''));
  if (build === undefined) return nothing;
  const body = (content.length === 0 ? {} : JSON.parse(content.toString())) as Body;
  const [, context] = /^annotations\/(.+)$/.exec(rest) ?? [];
  if (request.method === 'DELETE' && context !== undefined) {
    // Of a shard that annotated nothing there is none, which is no fault of the caller.
    return { status: build.annotations.delete(decodeURIComponent(context)) ? 200 : 404 };
  }
  switch (`${request.method} ${rest}`) {
    case 'POST annotations':
      return annotate(build, body);
    case 'POST artifacts':
      return createArtifacts(build.artifacts, { batches, body, job: id, origin });
    case 'PUT artifacts':
      return finishArtifacts(build.artifacts, body);
    case 'GET artifacts/search':
      return searchArtifacts(build.artifacts, { asked: url.searchParams, jobs, origin });
    case 'POST data/set':
      build.metaData.set(String(body['key']), String(body['value']));
      return { status: 200 };
    case 'POST data/exists':
      return { status: 200, json: { exists: build.metaData.has(String(body['key'])) } };
    case 'POST data/get': {
      const value = build.metaData.get(String(body['key']));
      return value === undefined ? nothing : { status: 200, json: { key: body['key'], value } };
    }
    default:
      return nothing;
  }
}

function annotate({ annotated, annotations }: EndpointBuild, body: Body): Answer {
  const text = (key: string): string => (typeof body[key] === 'string' ? body[key] : '');
  const [context, style] = [text('context') || 'default', text('style') || 'default'];
  const before = body['append'] === true ? (annotations.get(context)?.body ?? '') : '';
  const annotation = { body: before + text('body'), context, style };
  annotated.push(annotation);
  annotations.set(context, annotation);
  return { status: 200 };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
