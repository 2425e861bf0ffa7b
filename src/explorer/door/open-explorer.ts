import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import api from '../../../schemas/explorer.openapi.json' with { type: 'json' };
import { createTaskProcesses, TaskKilled } from '../../operations/task-process.ts';
import { apiRoot } from '../addresses.ts';
import type { Repositories } from '../answers.ts';
import type { ExplorerAnswer, ExplorerTask, StoreChoice } from '../explorer-process.ts';
import type { Reader } from '../readers/reader.ts';
import type { SignIn } from '../readers/sign-in.ts';
import { ApiProblem } from './api-problem.ts';
import { type ApiRequest, readRequest } from './read-request.ts';
import { openPageFiles } from './page-files.ts';

export interface ExplorerOptions {
  store: StoreChoice;
  /** A folder for what was worked out. */
  keptIn?: string;
  /** The file in which the bot keeps what its gates did. */
  ledger?: string;
  /** Who asks. @throws ApiProblem for those who may read nothing */
  admit(this: void, request: IncomingMessage): Promise<Reader>;
  /** Where people become readers, if they can. */
  signIn?: SignIn;
  /** Writes where levels changed into InfluxDB, for dashboards that ask it. */
  marksLevels?: true;
  /** What nobody expected. */
  report(this: void, defect: unknown): void;
}

export interface ExplorerDoor {
  /** @returns false when the address is none of its own */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Works out what is new of every repository, as if somebody looked at it. @throws what is a defect */
  follow(): Promise<void>;
  close(): void;
}

/** Beside the bundle, or a chunk of it; and, where the program runs from its sources, where those lie. */
const places = ['./explorer.mjs', '../explorer.mjs', '../explorer-process.ts'];

const heapMb = 256;
const longestMs = 60_000;
/** What was worked out stays for those who look again soon. */
const idleMs = 15 * 60_000;
/** Requests that wait for the process. More would wait longer than people do. */
const mostWaiting = 200;
/** Before the connection is cut, so that the reader learns why. */
const longestWaitMs = 45_000;

/** The dashboard: the API below `/api/v1`, and the files of its pages at every other address. */
export function openExplorer(options: ExplorerOptions): ExplorerDoor {
  const { admit, keptIn, ledger, marksLevels, report, signIn, store } = options;
  const entry = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(fileURLToPath(url)));
  if (entry === undefined)
    throw new Error('dist/explorer.mjs is missing: `npm run build` makes it');
  const processes = createTaskProcesses({ entry, heapMb, atMost: 1, longestMs, idleMs });
  const pages = openPageFiles();
  let waiting = 0;
  return { close: processes.close, answer, follow };

  async function follow(): Promise<void> {
    const listed = await run({ operation: 'listRepositories', given: {} });
    if (listed.status !== 200 || listed.body === undefined) return;
    for (const { repository } of await readRepositories(listed.body)) {
      await run({ operation: 'readOverview', given: { repository } });
    }
  }

  function run(request: ApiRequest, etag?: string): Promise<ExplorerAnswer> {
    const task: ExplorerTask = { store, request };
    if (keptIn !== undefined) task.keptIn = keptIn;
    if (ledger !== undefined) task.ledger = ledger;
    if (marksLevels !== undefined) task.marksLevels = marksLevels;
    if (etag !== undefined) task.etag = etag;
    return processes.run(task) as Promise<ExplorerAnswer>;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { method = '', url = '/' } = request;
    const [path = '/', query = ''] = url.split('?', 2);
    if (!isOurs(path)) return false;
    try {
      if (method !== 'GET' && method !== 'HEAD')
        throw new ApiProblem(405, 'Nothing is written here.');
      if (path.startsWith(`${apiRoot}/`)) {
        await answerApi(request, response, path.slice(apiRoot.length), query);
      } else if ((await signIn?.answer(request, response)) !== true) {
        await admit(request);
        pages.send(request, response, path);
      }
    } catch (error) {
      const isStranger = error instanceof ApiProblem && error.status === 401;
      if (isStranger && signIn !== undefined && isPage(path)) {
        const location = `/sign-in?${new URLSearchParams({ to: url })}`;
        response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
        return true;
      }
      if (!(error instanceof ApiProblem)) report(error);
      await send(request, response, describeError(error));
    }
    return true;
  }

  async function answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: string,
  ): Promise<void> {
    if (path === '/openapi.json') {
      await admit(request);
      await send(request, response, { status: 200, text: JSON.stringify(api) });
      return;
    }
    const asked = readRequest(path, new URLSearchParams(query));
    const reader = await admit(request);
    if (waiting >= mostWaiting) {
      throw new ApiProblem(503, 'Too many requests wait already. Try again in a minute.');
    }
    waiting += 1;
    const finding = find(asked, reader, request).finally(() => (waiting -= 1));
    await send(request, response, await within(longestWaitMs, finding));
  }

  async function find(asked: ApiRequest, reader: Reader, { headers }: IncomingMessage) {
    const { repository } = asked.given;
    const seen = await reader.listSeen?.();
    if (seen !== undefined && repository !== undefined && !seen.has(lower(repository))) {
      throw new ApiProblem(404, notSeen);
    }
    const isListed = asked.operation === 'listRepositories' && seen !== undefined;
    // The list of what one reader may see has no ETag.
    const found = await run(asked, isListed ? undefined : headers['if-none-match']);
    return isListed ? keepSeen(found, seen) : found;
  }
}

/** One sentence for all: others are not to learn what there is. */
const notSeen =
  'There are no builds of this repository, you may not read it on GitHub, or the app of this service is not installed on it.';

const lower = (repository: unknown): string => String(repository).toLowerCase();

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new ApiProblem(503, 'Many read at once, so this takes long. Try again in a minute.');
  const timer = setTimeout(() => reject(late), ms);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}

async function readRepositories(packed: Uint8Array): Promise<Repositories['repositories']> {
  const text = (await promisify(gunzip)(packed)).toString('utf8');
  return (JSON.parse(text) as Repositories).repositories;
}

/** Only the repositories that a reader may see. */
async function keepSeen(answer: ExplorerAnswer, seen: ReadonlySet<string>): Promise<Sent> {
  if (answer.body === undefined || answer.status !== 200) return answer;
  const all = await readRepositories(answer.body);
  const repositories = all.filter((one) => seen.has(lower(one.repository)));
  return { status: 200, text: JSON.stringify({ repositories }) };
}

/** Where the service has addresses of its own, and webhooks theirs. */
const others: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** What a person opens, and no part of a page. */
function isPage(path: string): boolean {
  return !path.startsWith('/api/') && !/\.\w+$/.test(path) && !path.startsWith('/sign-in');
}

function isOurs(path: string): boolean {
  if (path.startsWith(`${apiRoot}/`)) return true;
  return !others.has(path) && path !== '/api' && !path.startsWith('/api/');
}

function describeError(error: unknown): { status: number; text: string } {
  if (error instanceof ApiProblem) {
    return { status: error.status, text: JSON.stringify(error.describe()) };
  }
  const killed = 'This answer takes more time or memory than one may. Ask for less.';
  if (error instanceof TaskKilled) return describeError(new ApiProblem(503, killed));
  const problem = { type: 'about:blank', title: 'This could not be answered', status: 500 };
  const detail = 'It is a defect of Perigee. The log of the service has the reason.';
  return { status: 500, text: JSON.stringify({ ...problem, detail }) };
}

type Sent = ExplorerAnswer & { text?: string };

async function send(
  { headers, method }: IncomingMessage,
  response: ServerResponse,
  { body, etag, status, text }: Sent,
): Promise<void> {
  const isPacked = body !== undefined;
  const takesGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  const bytes = isPacked && !takesGzip ? await promisify(gunzip)(body) : (body ?? text ?? '');
  const kind = status < 400 ? 'json' : 'problem+json';
  response.writeHead(status, {
    ...(status === 304 ? {} : { 'content-type': `application/${kind}; charset=utf-8` }),
    ...(isPacked && takesGzip ? { 'content-encoding': 'gzip' } : {}),
    ...(etag === undefined ? {} : { etag }),
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    // Others on the way may not keep it, and the reader asks whether it is still so.
    'cache-control': status < 400 ? 'private, no-cache' : 'no-store',
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  response.end(method === 'HEAD' || status === 304 ? undefined : bytes);
}
